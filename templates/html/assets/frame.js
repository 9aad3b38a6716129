// Runs in a web page before its own scripts. Its frame has an origin that nothing else has, and no network, in which
// browsers refuse what pages expect: storage, cookies, links to other sites. This gives them storage for the visit, tells
// the page around what a reader clicks and what fails, and closes the ways out that no policy closes.
"use strict";

(() => {
  const { databases } = document.currentScript; // frame_database.js
  document.currentScript.remove();
  const around = parent;
  const { print } = window;
  const post = (kind, value) => around.postMessage({ source: "artifact-share", kind, value }, "*");
  const tell = (kind, value = "") => post(kind, String(value).slice(0, 4000));
  const define = (object, name, descriptor) =>
    Object.defineProperty(object, name, { configurable: true, enumerable: true, ...descriptor });

  // WebRTC asks no policy. Frames would have scripts without this one.
  for (const name of Object.getOwnPropertyNames(window))
    if (/^(webkit|moz)?RTC/.test(name)) delete window[name];
  // The document's script may change any object of the page, so what guards it uses what was there before.
  const call = Function.prototype.call.bind(Function.prototype.call);
  const own = (prototype, name) => {
    const { get, value } = Object.getOwnPropertyDescriptor(prototype, name);
    // Not with "...", which asks the array's prototype.
    return (object, first, second, third) => call(get ?? value, object, first, second, third);
  };
  const typeOf = own(Node.prototype, "nodeType");
  const shadowOf = own(Element.prototype, "shadowRoot");
  const firstIn = own(Element.prototype, "firstElementChild");
  const matches = own(Element.prototype, "matches");
  const search = own(Element.prototype, "querySelectorAll");
  const remove = own(Element.prototype, "remove");
  const lengthOf = own(NodeList.prototype, "length");
  const addedBy = own(MutationRecord.prototype, "addedNodes");
  const changeOf = own(MutationRecord.prototype, "type");
  const targetOf = own(MutationRecord.prototype, "target");
  const observe = own(MutationObserver.prototype, "observe");
  const prevent = own(Event.prototype, "preventDefault");

  // A document that is opened again, as by write() once it is loaded, loses its listeners. These listen again before the
  // scripts of what is written run.
  const listeners = [];
  const add = own(EventTarget.prototype, "addEventListener");
  const listen = (kind, act, isFirst = false) => {
    listeners[listeners.length] = () => add(window, kind, act, isFirst);
    add(window, kind, act, isFirst);
  };
  const { apply } = Reflect;
  const { write } = Document.prototype;
  for (const name of ["open", "write", "writeln"]) {
    const original = Document.prototype[name];
    const isOpen = name === "open";
    Document.prototype[name] = function (...texts) {
      const opened = isOpen ? apply(original, this, texts) : apply(write, this, [""]);
      for (let i = 0; i < listeners.length; ++i) listeners[i]();
      return isOpen ? opened : apply(original, this, texts);
    };
  }

  const closed = "iframe, frame, object, embed, link[rel~=preconnect i], link[rel~=dns-prefetch i]";
  const close = (node) => {
    if (typeOf(node) !== 1) return;
    const root = shadowOf(node);
    if (root) watch(root);
    if (matches(node, closed)) return remove(node);
    if (!firstIn(node)) return undefined;
    const inner = search(node, closed);
    for (let i = 0; i < lengthOf(inner); ++i) remove(inner[i]);
    return undefined;
  };
  const observer = new MutationObserver((records) => {
    for (let i = 0; i < records.length; ++i) {
      if (changeOf(records[i]) === "attributes") close(targetOf(records[i]));
      const added = addedBy(records[i]);
      for (let n = 0; n < lengthOf(added); ++n) close(added[n]);
    }
  });
  const observed = { childList: true, subtree: true, attributes: true, attributeFilter: ["rel"] };
  const watch = (root) => observe(observer, root, observed);
  watch(document);
  const attachShadow = own(Element.prototype, "attachShadow");
  Element.prototype.attachShadow = function (options) {
    const root = attachShadow(this, options);
    watch(root);
    return root;
  };

  // Browsers open a new tab for a click with a key held, also a script's, whatever the frame's sandbox says.
  const buttonOf = own(MouseEvent.prototype, "button");
  const keys = ["ctrlKey", "metaKey", "shiftKey", "altKey"].map((name) => own(MouseEvent.prototype, name));
  const kindOf = own(Event.prototype, "type");
  const opensTab = (event) => {
    try {
      if (buttonOf(event) !== 0) return true;
      for (let i = 0; i < keys.length; ++i) if (keys[i](event)) return true;
    } catch {
      // It is no click.
    }
    return false;
  };
  const dispatch = own(EventTarget.prototype, "dispatchEvent");
  Object.defineProperty(EventTarget.prototype, "dispatchEvent", {
    value(event) {
      const isClick = opensTab(event) && (kindOf(event) === "click" || kindOf(event) === "auxclick");
      return isClick || dispatch(this, event);
    },
  });
  for (const kind of ["click", "auxclick"])
    listen(
      kind,
      (event) => {
        if (!opensTab(event)) return;
        prevent(event);
        if (buttonOf(event) <= 1) askFor(event);
      },
      true,
    );

  // The frame's name outlives its documents, and the page around keeps what is in it for the next frame.
  const mark = "artifact-share:";
  const isNew = !window.name;
  let kept = {};
  try {
    if (window.name.startsWith(mark)) kept = JSON.parse(window.name.slice(mark.length));
    if (kept.databases) databases.restore(kept.databases);
  } catch {
    // It is another's.
  }
  const areas = {};
  const stored = () => {
    const values = Object.entries(areas).map(([name, entries]) => [name, [...entries]]);
    return mark + JSON.stringify({ ...Object.fromEntries(values), databases: databases.save() });
  };
  const wait = 300;
  let timer;
  const keepSoon = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      post("keep", stored());
    }, wait);
  };
  databases.onchange = keepSoon;
  for (const name of ["localStorage", "sessionStorage"]) {
    const values = new Map(kept[name]);
    areas[name] = values;
    const change = (act) => {
      act();
      keepSoon();
    };
    const methods = {
      getItem: (key) => values.get(String(key)) ?? null,
      setItem: (key, value) => change(() => values.set(String(key), String(value))),
      removeItem: (key) => change(() => values.delete(String(key))),
      clear: () => change(() => values.clear()),
      key: (place) => [...values.keys()][place] ?? null,
    };
    const value = new Proxy(Object.create(Storage.prototype), {
      get: (_, key) => {
        if (key === "length") return values.size;
        if (key === Symbol.toStringTag) return "Storage";
        return Object.hasOwn(methods, key) ? methods[key] : values.get(key);
      },
      set: (_, key, text) => {
        methods.setItem(key, text);
        return true;
      },
      has: (_, key) => key === "length" || Object.hasOwn(methods, key) || values.has(key),
      deleteProperty: (_, key) => {
        methods.removeItem(key);
        return true;
      },
      ownKeys: () => [...values.keys()],
      getOwnPropertyDescriptor: (_, key) =>
        values.has(key)
          ? { value: values.get(key), writable: true, enumerable: true, configurable: true }
          : undefined,
    });
    define(window, name, { value });
  }
  const cookies = new Map(kept.cookies);
  areas.cookies = cookies;
  define(Document.prototype, "cookie", {
    get: () => [...cookies].map(([name, value]) => (name ? `${name}=${value}` : value)).join("; "),
    set: (text) => {
      const [pair, ...attributes] = String(text).split(";");
      const [, name, value] = /^\s*(?:([^=]*?)\s*=)?\s*(.*?)\s*$/s.exec(pair);
      const hasEnded = attributes.some((attribute) => {
        const [, key, end] = /^\s*([^=\s]*)\s*=?\s*(.*)$/s.exec(attribute);
        return /^max-age$/i.test(key)
          ? Number(end) <= 0
          : /^expires$/i.test(key) && Date.parse(end) <= Date.now();
      });
      if (hasEnded) cookies.delete(name ?? "");
      else cookies.set(name ?? "", value);
      keepSoon();
    },
  });
  let next;
  listen("pagehide", () => {
    window.name = next ?? stored();
  });
  if (!isNew) keepSoon();
  // Pages look whether these are there, and do without.
  delete window.caches;
  delete Navigator.prototype.serviceWorker;
  for (const name of ["pushState", "replaceState"]) {
    const original = History.prototype[name];
    History.prototype[name] = function (state, title, url) {
      try {
        return original.call(this, state, title, url);
      } catch {
        return original.call(this, state, title);
      }
    };
  }

  // The page around asks before it opens a site. What is at this document's host is a file that was not shared.
  const ask = (address) => {
    let url;
    try {
      url = new URL(address, document.baseURI);
    } catch {
      return false;
    }
    if (!/^(https?|mailto):$/.test(url.protocol)) return false;
    tell(
      url.host && url.host === location.host ? "missing" : "link",
      url.host === location.host ? address : url.href,
    );
    return true;
  };
  const askFor = (event) => {
    const link = event.composedPath().find(({ localName }) => localName === "a" || localName === "area");
    const address = link?.getAttribute("href") ?? link?.getAttribute("xlink:href");
    if (!address || address.startsWith("#")) return false;
    const [here] = location.href.split("#");
    return link.href !== here && !String(link.href).startsWith(`${here}#`) && ask(address);
  };
  // What the document does with it comes first.
  listen("click", (event) => {
    if (!event.defaultPrevented && !opensTab(event) && askFor(event)) event.preventDefault();
  });
  window.open = (address) => {
    if (address) ask(address);
    return null;
  };

  listen("error", ({ message, lineno, colno }) => {
    if (message && !message.startsWith("ResizeObserver"))
      tell("error", lineno ? `${message} (${lineno}:${colno})` : message);
  });
  listen("unhandledrejection", ({ reason }) => tell("error", reason));
  listen("securitypolicyviolation", ({ blockedURI, effectiveDirective }) => {
    const { protocol, host } = URL.canParse(blockedURI) ? new URL(blockedURI) : location;
    if (effectiveDirective !== "base-uri" && /^(https?|wss?):$/.test(protocol) && host !== location.host)
      tell("blocked", blockedURI);
  });
  // There is nowhere to send it.
  listen("submit", (event) => {
    if (event.target.method !== "dialog") event.preventDefault();
  });
  listen("message", (event) => {
    if (event.source !== around || event.data?.source !== "artifact-share") return;
    event.stopImmediatePropagation();
    if (event.data.kind === "print") print();
    if (event.data.kind === "ask") tell("here");
    if (event.data.kind === "restore" && isNew) {
      next = event.data.value;
      location.reload();
    }
  });
  tell("here");
})();
