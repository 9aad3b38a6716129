// Runs in a web page before its own scripts. Its frame has an origin that nothing else has, and no network, in which
// browsers refuse what pages expect: storage, cookies, links to other sites. This gives them storage for the visit, tells
// the page around what a reader clicks and what fails, and closes the ways out that no policy closes.
"use strict";

(() => {
  document.currentScript.remove();
  const around = parent;
  const { print } = window;
  const tell = (kind, value = "") =>
    around.postMessage({ source: "artifact-share", kind, value: String(value).slice(0, 4000) }, "*");
  const define = (object, name, descriptor) =>
    Object.defineProperty(object, name, { configurable: true, enumerable: true, ...descriptor });

  // WebRTC asks no policy. Frames would have scripts without this one.
  for (const name of Object.getOwnPropertyNames(window))
    if (/^(webkit|moz)?RTC/.test(name)) delete window[name];
  const closed = "iframe, frame, object, embed, link[rel~=preconnect i], link[rel~=dns-prefetch i]";
  const observed = { childList: true, subtree: true, attributes: true, attributeFilter: ["rel"] };
  const close = (node) => {
    if (node.nodeType !== Node.ELEMENT_NODE) return;
    if (node.shadowRoot) watch(node.shadowRoot);
    if (node.matches(closed)) node.remove();
    else if (node.firstElementChild) for (const inner of node.querySelectorAll(closed)) inner.remove();
  };
  const observer = new MutationObserver((records) => {
    for (const { addedNodes, target, type } of records)
      if (type === "attributes") close(target);
      else addedNodes.forEach(close);
  });
  const watch = (root) => observer.observe(root, observed);
  watch(document);
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function (options) {
    const root = attachShadow.call(this, options);
    watch(root);
    return root;
  };

  // The frame's name outlives its documents.
  const mark = "artifact-share:";
  let kept = {};
  try {
    if (window.name.startsWith(mark)) kept = JSON.parse(window.name.slice(mark.length));
  } catch {
    // It is another's.
  }
  const areas = {};
  for (const name of ["localStorage", "sessionStorage"]) {
    const values = new Map(kept[name]);
    areas[name] = values;
    const methods = {
      getItem: (key) => values.get(String(key)) ?? null,
      setItem: (key, value) => void values.set(String(key), String(value)),
      removeItem: (key) => void values.delete(String(key)),
      clear: () => values.clear(),
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
        values.delete(key);
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
    },
  });
  addEventListener("pagehide", () => {
    window.name =
      mark +
      JSON.stringify(Object.fromEntries(Object.entries(areas).map(([name, values]) => [name, [...values]])));
  });
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
  const follow = (event) => {
    const link = event.composedPath().find(({ localName }) => localName === "a" || localName === "area");
    const address = link?.getAttribute("href") ?? link?.getAttribute("xlink:href");
    if (!address || address.startsWith("#") || event.defaultPrevented || event.button > 1) return;
    const [here] = location.href.split("#");
    if (link.href !== here && !String(link.href).startsWith(`${here}#`) && ask(address))
      event.preventDefault();
  };
  addEventListener("click", follow);
  addEventListener("auxclick", follow);
  window.open = (address) => {
    if (address) ask(address);
    return null;
  };

  addEventListener("error", ({ message, lineno, colno }) => {
    if (message && !message.startsWith("ResizeObserver"))
      tell("error", lineno ? `${message} (${lineno}:${colno})` : message);
  });
  addEventListener("unhandledrejection", ({ reason }) => tell("error", reason));
  addEventListener("securitypolicyviolation", ({ blockedURI, effectiveDirective }) => {
    const { protocol, host } = URL.canParse(blockedURI) ? new URL(blockedURI) : location;
    if (effectiveDirective !== "base-uri" && /^(https?|wss?):$/.test(protocol) && host !== location.host)
      tell("blocked", blockedURI);
  });
  // There is nowhere to send it.
  addEventListener("submit", (event) => {
    if (event.target.method !== "dialog") event.preventDefault();
  });
  addEventListener("message", (event) => {
    if (event.source !== around || event.data?.source !== "artifact-share") return;
    event.stopImmediatePropagation();
    if (event.data.kind === "print") print();
    if (event.data.kind === "ask") tell("here");
  });
  tell("here");
})();
