// IndexedDB in memory, for web pages, whose frame has no origin to keep data for: databases, stores, indexes, cursors and
// transactions as far as libraries use them.
"use strict";

(() => {
  const databases = new Map(); // by name: { version, stores: Map of name to store }
  const fail = (name, message = name) => new DOMException(message, name);
  const later = (act) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      act();
    };
    port2.postMessage(null);
  };

  // The order of keys: numbers, dates, texts, bytes, lists.
  const kindOf = (key) => {
    if (typeof key === "number" && !Number.isNaN(key)) return 1;
    if (key instanceof Date && !Number.isNaN(key.getTime())) return 2;
    if (typeof key === "string") return 3;
    if (key instanceof ArrayBuffer || ArrayBuffer.isView(key)) return 4;
    return Array.isArray(key) ? 5 : 0;
  };
  const bytesOf = (key) =>
    key instanceof ArrayBuffer
      ? new Uint8Array(key)
      : new Uint8Array(key.buffer, key.byteOffset, key.byteLength);
  function compare(a, b) {
    const kind = kindOf(a);
    const other = kindOf(b);
    if (!kind || !other) throw fail("DataError", "The parameter is not a valid key.");
    if (kind !== other) return Math.sign(kind - other);
    if (kind < 4) return a < b ? -1 : Number(a > b);
    const [one, two] = kind === 4 ? [bytesOf(a), bytesOf(b)] : [a, b];
    for (let i = 0; i < Math.min(one.length, two.length); ++i) {
      const order = compare(one[i], two[i]);
      if (order) return order;
    }
    return Math.sign(one.length - two.length);
  }
  const isKey = (key) => {
    try {
      return compare(key, key) === 0;
    } catch {
      return false;
    }
  };
  // The place of the first entry that is not before the key, and then the value.
  function placeOf(entries, key, primary) {
    let low = 0;
    let high = entries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const entry = entries[middle];
      const order = compare(entry.key, key) || (primary === undefined ? 0 : compare(entry.primary, primary));
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
  const within = (query) => {
    if (query === undefined || query === null) return () => true;
    if (!(query instanceof IDBKeyRange)) return (key) => compare(key, query) === 0;
    const { lower, upper, lowerOpen, upperOpen } = query;
    return (key) => {
      const low = lower === undefined ? 1 : compare(key, lower);
      const high = upper === undefined ? -1 : compare(key, upper);
      return (low > 0 || (low === 0 && !lowerOpen)) && (high < 0 || (high === 0 && !upperOpen));
    };
  };
  const atPath = (value, path) =>
    Array.isArray(path)
      ? path.map((one) => atPath(value, one))
      : path === ""
        ? value
        : path.split(".").reduce((inner, name) => inner?.[name], value);
  function setAtPath(value, path, key) {
    const names = path.split(".");
    const last = names.pop();
    names.reduce((inner, name) => (inner[name] ??= {}), value)[last] = key;
  }

  // With handlers as properties too.
  class Target extends EventTarget {
    constructor(...types) {
      super();
      for (const type of types) this.addEventListener(type, (event) => this[`on${type}`]?.(event));
    }
    fire(type, options = {}, more = {}) {
      return this.dispatchEvent(Object.assign(new Event(type, options), more));
    }
  }
  class Request extends Target {
    constructor(source, transaction) {
      super("success", "error", "upgradeneeded", "blocked");
      Object.assign(this, { source, transaction, readyState: "pending", result: undefined, error: null });
    }
  }

  class Transaction extends Target {
    constructor(db, names, mode) {
      super("complete", "error", "abort");
      Object.assign(this, { db, mode, objectStoreNames: listOf(names), error: null, durability: "default" });
      this.queue = [];
      this.saved = new Map();
      this.isOver = false;
      later(() => this.step());
    }
    objectStore(name) {
      const store = this.db.data.stores.get(name);
      if (!store || !this.objectStoreNames.contains(name)) throw fail("NotFoundError");
      return new ObjectStore(this, store);
    }
    ask(source, work) {
      if (this.isOver) throw fail("TransactionInactiveError");
      const request = new Request(source, this);
      this.queue.push({ request, work });
      return request;
    }
    // What the stores had before the first change, for abort().
    change(store) {
      if (this.mode === "readonly") throw fail("ReadOnlyError");
      if (!this.saved.has(store)) this.saved.set(store, { records: [...store.records], next: store.next });
    }
    // One request after another, each in a task of its own, until one leaves no other.
    step() {
      if (this.isOver) return;
      const next = this.queue.shift();
      if (!next) {
        this.isOver = true;
        if (this.mode !== "readonly") kept.onchange();
        this.fire("complete");
        this.ended?.();
        return;
      }
      const { request, work } = next;
      request.readyState = "done";
      try {
        request.result = work(request);
        request.fire("success");
      } catch (error) {
        request.error = error;
        const isHandled = !request.fire("error", { bubbles: true, cancelable: true });
        if (!isHandled) {
          this.error = error;
          this.fire("error", { bubbles: true, cancelable: true });
          return this.abort();
        }
      }
      later(() => this.step());
      return undefined;
    }
    abort() {
      if (this.isOver) throw fail("InvalidStateError");
      this.isOver = true;
      for (const [store, { records, next }] of this.saved) Object.assign(store, { records, next });
      this.undo?.();
      later(() => {
        this.fire("abort", { bubbles: true });
        this.ended?.(true);
      });
    }
    commit() {}
  }

  const listOf = (names) => {
    const list = [...names].sort();
    return Object.assign(list, {
      contains: (name) => list.includes(name),
      item: (place) => list[place] ?? null,
    });
  };

  // What stores and indexes have in common: reading. `entries` gives { key, primary, value } in order.
  class Source {
    get(query) {
      return this.ask(() => structuredClone(this.first(query)?.value));
    }
    getKey(query) {
      return this.ask(() => this.first(query)?.primary);
    }
    getAll(query, count = Infinity) {
      return this.ask(() =>
        this.all(query)
          .slice(0, count || Infinity)
          .map(({ value }) => structuredClone(value)),
      );
    }
    getAllKeys(query, count = Infinity) {
      return this.ask(() =>
        this.all(query)
          .slice(0, count || Infinity)
          .map(({ primary }) => primary),
      );
    }
    count(query) {
      return this.ask(() => this.all(query).length);
    }
    all(query) {
      const fits = within(query);
      return this.entries().filter(({ key }) => fits(key));
    }
    first(query) {
      return this.all(query)[0];
    }
    openCursor(query, direction = "next") {
      return this.cursor(query, direction, true);
    }
    openKeyCursor(query, direction = "next") {
      return this.cursor(query, direction, false);
    }
    cursor(query, direction, hasValue) {
      let found; // once the requests before are done
      const find = () => {
        const all = this.all(query);
        if (direction.startsWith("prev")) all.reverse();
        return direction.endsWith("unique")
          ? all.filter(({ key }, place) => !place || compare(key, all[place - 1].key) !== 0)
          : all;
      };
      const { transaction } = this;
      const store = this.objectStore ?? this;
      let place = 0;
      const request = this.ask(() => at());
      const again = () => {
        request.readyState = "pending";
        transaction.queue.push({ request, work: at });
      };
      const at = () => {
        found ??= find();
        const entry = found[place];
        if (!entry) return null;
        const cursor = {
          source: this,
          direction,
          request,
          key: entry.key,
          primaryKey: entry.primary,
          advance: (count) => {
            place += count;
            again();
          },
          continue: (key) => {
            const isBack = direction.startsWith("prev");
            do ++place;
            while (
              key !== undefined &&
              found[place] &&
              compare(found[place].key, key) * (isBack ? -1 : 1) < 0
            );
            again();
          },
          update: (value) => store.put(value, store.keyPath === null ? entry.primary : undefined),
          delete: () => store.delete(entry.primary),
        };
        if (hasValue) cursor.value = structuredClone(entry.value);
        return cursor;
      };
      return request;
    }
  }

  class ObjectStore extends Source {
    constructor(transaction, data) {
      super();
      Object.assign(this, { transaction, data });
    }
    get name() {
      return this.data.name;
    }
    get keyPath() {
      return this.data.keyPath;
    }
    get autoIncrement() {
      return this.data.autoIncrement;
    }
    get indexNames() {
      return listOf(this.data.indexes.keys());
    }
    ask(work) {
      return this.transaction.ask(this, work);
    }
    entries() {
      return this.data.records;
    }
    add(value, key) {
      return this.write(value, key, false);
    }
    put(value, key) {
      return this.write(value, key, true);
    }
    write(sent, given, replaces) {
      const { data } = this;
      this.transaction.change(data);
      const value = structuredClone(sent);
      let key = data.keyPath === null ? given : atPath(value, data.keyPath);
      if (key === undefined && !data.autoIncrement) throw fail("DataError", "The object has no key.");
      if (key !== undefined && !isKey(key)) throw fail("DataError", "The parameter is not a valid key.");
      return this.ask(() => {
        if (key === undefined) {
          key = data.next++;
          if (data.keyPath !== null) setAtPath(value, data.keyPath, key);
        } else if (typeof key === "number" && key >= data.next) {
          data.next = Math.floor(key) + 1;
        }
        const place = placeOf(data.records, key);
        const isThere = place < data.records.length && compare(data.records[place].key, key) === 0;
        if (isThere && !replaces) throw fail("ConstraintError", "Key already exists in the object store.");
        for (const index of data.indexes.values()) {
          if (!index.unique) continue;
          const taken = keysIn(index, value);
          const isTaken = data.records.some(
            (record) =>
              compare(record.key, key) !== 0 &&
              keysIn(index, record.value).some((one) => taken.some((other) => compare(one, other) === 0)),
          );
          if (isTaken) throw fail("ConstraintError", "A unique index has this key.");
        }
        data.records.splice(place, isThere ? 1 : 0, { key, primary: key, value });
        return key;
      });
    }
    delete(query) {
      this.transaction.change(this.data);
      const fits = within(query);
      return this.ask(() => {
        this.data.records = this.data.records.filter(({ key }) => !fits(key));
      });
    }
    clear() {
      this.transaction.change(this.data);
      return this.ask(() => {
        this.data.records = [];
      });
    }
    createIndex(name, keyPath, { unique = false, multiEntry = false } = {}) {
      if (this.data.indexes.has(name)) throw fail("ConstraintError");
      this.data.indexes.set(name, { name, keyPath, unique, multiEntry });
      return this.index(name);
    }
    deleteIndex(name) {
      this.data.indexes.delete(name);
    }
    index(name) {
      const index = this.data.indexes.get(name);
      if (!index) throw fail("NotFoundError");
      return new Index(this, index);
    }
  }

  function keysIn({ keyPath, multiEntry }, value) {
    const key = atPath(value, keyPath);
    return (multiEntry && Array.isArray(key) ? key : [key]).filter(isKey);
  }
  class Index extends Source {
    constructor(objectStore, data) {
      super();
      Object.assign(this, data, { objectStore, transaction: objectStore.transaction });
    }
    ask(work) {
      return this.transaction.ask(this, work);
    }
    entries() {
      return this.objectStore.data.records
        .flatMap(({ primary, value }) => keysIn(this, value).map((key) => ({ key, primary, value })))
        .sort((a, b) => compare(a.key, b.key) || compare(a.primary, b.primary));
    }
  }

  class Database extends Target {
    constructor(name, data) {
      super("versionchange", "close", "abort", "error");
      Object.assign(this, { name, data });
    }
    get version() {
      return this.data.version;
    }
    get objectStoreNames() {
      return listOf(this.data.stores.keys());
    }
    transaction(names, mode = "readonly") {
      const wanted = typeof names === "string" ? [names] : [...names];
      if (wanted.some((name) => !this.data.stores.has(name))) throw fail("NotFoundError");
      return new Transaction(this, wanted, mode);
    }
    createObjectStore(name, { keyPath = null, autoIncrement = false } = {}) {
      if (!this.upgrade) throw fail("InvalidStateError");
      if (this.data.stores.has(name)) throw fail("ConstraintError");
      const store = { name, keyPath, autoIncrement, next: 1, records: [], indexes: new Map() };
      this.data.stores.set(name, store);
      this.upgrade.objectStoreNames = this.objectStoreNames;
      return new ObjectStore(this.upgrade, store);
    }
    deleteObjectStore(name) {
      if (!this.upgrade) throw fail("InvalidStateError");
      if (!this.data.stores.delete(name)) throw fail("NotFoundError");
    }
    close() {}
  }

  const factory = {
    cmp: compare,
    databases: async () => [...databases].map(([name, { version }]) => ({ name, version })),
    open(name, wanted) {
      const request = new Request(null, null);
      later(() => {
        const data = databases.get(String(name)) ?? { version: 0, stores: new Map() };
        const { version: oldVersion } = data;
        const newVersion = wanted ?? (oldVersion || 1);
        const db = new Database(String(name), data);
        request.readyState = "done";
        if (newVersion < oldVersion) {
          request.error = fail("VersionError");
          return request.fire("error", { bubbles: true, cancelable: true });
        }
        request.result = db;
        if (newVersion === oldVersion) return request.fire("success");
        data.version = newVersion;
        databases.set(db.name, data);
        const upgrade = new Transaction(db, data.stores.keys(), "versionchange");
        Object.assign(db, { upgrade });
        request.transaction = upgrade;
        upgrade.undo = () => (data.version = oldVersion);
        upgrade.ended = (isAborted) => {
          db.upgrade = request.transaction = null;
          if (!isAborted) return request.fire("success");
          request.error = fail("AbortError");
          return request.fire("error", { bubbles: true, cancelable: true });
        };
        return request.fire("upgradeneeded", {}, { oldVersion, newVersion });
      });
      return request;
    },
    deleteDatabase(name) {
      const request = new Request(null, null);
      later(() => {
        databases.delete(String(name));
        kept.onchange();
        request.readyState = "done";
        request.fire("success", {}, { oldVersion: 0, newVersion: null });
      });
      return request;
    },
  };
  // The databases as a text, for when the document is loaded again (frame.js): JSON, with the names of what that cannot
  // say. Others, such as files, cannot be kept.
  const mark = "artifact-share";
  function packed(key, value) {
    const it = this[key];
    const isBytes = it instanceof ArrayBuffer || ArrayBuffer.isView(it);
    if (it instanceof Date) return { [mark]: ["Date", it.getTime()] };
    if (it instanceof Map || it instanceof Set || isBytes)
      return { [mark]: [it.constructor.name, [...(isBytes ? bytesOf(it) : it)]] };
    const isPlain = Array.isArray(it) || Object.getPrototypeOf(Object(it)) === Object.prototype;
    if (typeof it === "object" && it && !isPlain) throw fail("DataCloneError");
    return value;
  }
  function unpacked(_, value) {
    if (!value?.[mark]) return value;
    const [name, parts] = value[mark];
    if (["Date", "Map", "Set"].includes(name)) return new window[name](parts);
    const { buffer } = Uint8Array.from(parts);
    return name === "ArrayBuffer" ? buffer : new window[name](buffer);
  }
  const kept = {
    save() {
      try {
        return JSON.stringify(databases, packed);
      } catch {
        return undefined;
      }
    },
    restore(text) {
      for (const [name, data] of JSON.parse(text, unpacked)) databases.set(name, data);
    },
  };
  document.currentScript.databases = kept;
  Object.defineProperty(window, "indexedDB", { configurable: true, enumerable: true, value: factory });
  // Libraries ask what they have got by these.
  const classes = {
    IDBRequest: Request,
    IDBOpenDBRequest: Request,
    IDBTransaction: Transaction,
    IDBObjectStore: ObjectStore,
    IDBIndex: Index,
    IDBDatabase: Database,
  };
  for (const [name, value] of Object.entries(classes))
    Object.defineProperty(window, name, { configurable: true, writable: true, value });
})();
