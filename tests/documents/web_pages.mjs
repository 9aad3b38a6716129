// Web pages of the kinds that models write. Each looks itself whether it works, and then says so: works() marks it.
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const ofPages = path.join(path.dirname(process.env.ADMIN ?? "build/release/"), "npm/node_modules");
const ofTests = fileURLToPath(new URL("../../node_modules", import.meta.url));
const library = (file, folder = ofPages) =>
  `<script>${readFileSync(path.join(folder, file), "utf8").replaceAll("</script", "<\\/script")}</script>`;

const helpers = `const works = (is = true) => is && (document.documentElement.dataset.works = "yes");
const click = (selector) => document.querySelector(selector).click();`;
const page = (body, script, head = "") =>
  `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>A page</title><meta name="viewport" content="width=device-width">${head}</head>
<body>${body}<script>${helpers}
${script}</script></body></html>`;
const module = (text) => `data:text/javascript,${encodeURIComponent(text)}`;
// (module (func (export "f") (result i32) i32.const 42))
const wasm = "AGFzbQEAAAABBQFgAAF/AwIBAAcFAQFmAAAKBgEEAEEqCw==";
const silence = "data:audio/wav;base64,UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";
const pixel = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

export const webPages = {
  tabs: page(
    `<nav><button id=a>A</button><button id=b>B</button></nav><section id=pa>One</section><section id=pb hidden>Two</section>`,
    `for (const id of ["a", "b"]) document.getElementById(id).onclick = () => { pa.hidden = id !== "a"; pb.hidden = id !== "b"; };
     click("#b"); works(pa.hidden && !pb.hidden);`,
  ),
  accordion: page(
    `<details><summary>More</summary>Text</details>`,
    `const d = document.querySelector("details"); d.ontoggle = () => works(d.open); click("summary");`,
  ),
  calculator: page(
    `<input id=x value="6*7"><button onclick="out.value = eval(x.value)">=</button><output id=out></output>`,
    `click("button"); works(out.value === "42");`,
  ),
  "to-do list": page(
    `<form><input name=t value="Milk"><button>Add</button></form><ul></ul>`,
    `const items = JSON.parse(localStorage.getItem("items") || "[]");
     document.forms[0].addEventListener("submit", (e) => { e.preventDefault(); items.push(e.target.t.value); localStorage.setItem("items", JSON.stringify(items)); show(); });
     const show = () => document.querySelector("ul").innerHTML = items.map((i) => "<li>" + i).join("");
     click("button"); works(document.querySelector("li").textContent === "Milk" && localStorage.items === '["Milk"]');`,
  ),
  "canvas animation": page(
    `<canvas width=40 height=40></canvas>`,
    `const c = document.querySelector("canvas").getContext("2d"); let frames = 0;
     const draw = () => { c.fillStyle = "rgb(255,0,0)"; c.fillRect(0, 0, 40, 40); if (++frames < 3) requestAnimationFrame(draw); else works(c.getImageData(1, 1, 1, 1).data[0] === 255); };
     draw();`,
  ),
  "canvas game": page(
    `<canvas tabindex=0 width=20 height=20></canvas><p id=score>0</p>`,
    `addEventListener("keydown", (e) => { if (e.key === "ArrowUp") score.textContent = 1; });
     dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowUp" })); works(score.textContent === "1");`,
  ),
  "SVG map": page(
    `<svg viewBox="0 0 10 10" width=100><defs><linearGradient id=g><stop stop-color=red></stop></linearGradient></defs><circle cx=5 cy=5 r=4 fill="url(#g)"></circle></svg>`,
    `const c = document.querySelector("circle"); c.addEventListener("click", () => c.setAttribute("r", 2)); c.dispatchEvent(new MouseEvent("click")); works(c.r.baseVal.value === 2);`,
  ),
  "inlined Chart.js": page(
    `${library("chart.js/dist/chart.umd.js")}<canvas id=c></canvas>`,
    `const chart = new Chart(c, { type: "bar", data: { labels: ["a"], datasets: [{ data: [1] }] }, options: { animation: false } }); works(chart.getDatasetMeta(0).data.length === 1);`,
  ),
  "inlined Vega with its compiler": page(
    `${library("vega/build/vega.min.js")}<div id=v></div>`,
    `new vega.View(vega.parse({ width: 10, height: 10, data: [{ name: "t", values: [{ a: 1 }], transform: [{ type: "formula", as: "b", expr: "datum.a + 1" }] }] }), { container: "#v" }).runAsync().then((view) => works(view.data("t")[0].b === 2));`,
  ),
  "inlined Mermaid": page(
    `${library("mermaid/dist/mermaid.min.js")}<pre class=mermaid>graph TD; A--&gt;B</pre>`,
    `mermaid.initialize({ startOnLoad: false }); mermaid.run().then(() => works(document.querySelector("svg")));`,
  ),
  "highlighted code": page(
    `${library("@highlightjs/cdn-assets/highlight.min.js")}<pre><code class=language-js>let a = 1;</code></pre>`,
    `hljs.highlightAll(); addEventListener("DOMContentLoaded", () => works(document.querySelector(".hljs-keyword")));`,
  ),
  "React in one file": page(
    `${library("react/umd/react.production.min.js", ofTests)}${library("react-dom/umd/react-dom.production.min.js", ofTests)}<div id=root></div>`,
    `const Counter = () => { const [n, set] = React.useState(0); React.useEffect(() => { if (n) works(root.textContent === "Clicked 1"); else click("button"); }, [n]); return React.createElement("button", { onClick: () => set(n + 1) }, "Clicked ", n); };
     ReactDOM.createRoot(root).render(React.createElement(Counter));`,
  ),
  "React with JSX that the page compiles": page(
    `${library("react/umd/react.production.min.js", ofTests)}${library("react-dom/umd/react-dom.production.min.js", ofTests)}${library("@babel/standalone/babel.min.js", ofTests)}<div id=root></div>
     <script type="text/babel">
     const { useEffect, useState } = React;
     function Counter() { const [n, set] = useState(0); useEffect(() => { if (n) works(root.textContent === "Clicked 1"); else click("button"); }, [n]); return <button onClick={() => set(n + 1)}>Clicked {n}</button>; }
     ReactDOM.createRoot(root).render(<Counter />);
     </script>`,
    ``,
  ),
  "Vue in one file": page(
    `${library("vue/dist/vue.global.prod.js", ofTests)}<div id=app><button @click="n++">Clicked {{ n }}</button></div>`,
    `Vue.createApp({ data: () => ({ n: 0 }), updated: () => works(app.textContent === "Clicked 1") }).mount("#app"); click("button");`,
  ),
  "Tailwind in one file": page(
    `<div class="m-8 rounded-xl bg-sky-100 p-6"><p id=p class="text-2xl font-bold text-sky-800">Text</p></div>`,
    `const look = () => works(getComputedStyle(p).fontWeight === "700") || setTimeout(look, 50); look();`,
    library("@tailwindcss/browser/dist/index.global.js", ofTests),
  ),
  "form with checks": page(
    `<form><input name=n required pattern="[0-9]+" value="x"><button>Send</button></form><p id=told></p>`,
    `document.forms[0].oninvalid = () => told.textContent = "wrong"; const f = document.forms[0]; f.n.addEventListener("invalid", () => told.textContent = "wrong");
     f.onsubmit = (e) => { e.preventDefault(); works(told.textContent === "wrong" && new FormData(f).get("n") === "5"); };
     click("button"); f.n.value = "5"; click("button");`,
  ),
  "form without a script of its own": page(
    `<form action="/search"><input name=q value=x><button>Go</button></form>`,
    `click("button"); setTimeout(() => works(document.querySelector("form")), 200);`,
  ),
  "dialog with a form": page(
    `<dialog><form method=dialog><button value=ok>OK</button></form></dialog>`,
    `const d = document.querySelector("dialog"); d.onclose = () => works(d.returnValue === "ok"); d.showModal(); click("dialog button");`,
  ),
  "print styles": page(
    `<p class=screen>Screen</p>`,
    `works([...document.styleSheets].some((s) => [...s.cssRules].some((r) => r.media?.mediaText === "print")));`,
    `<style>@media print { .screen { display: none } } @page { margin: 1cm }</style>`,
  ),
  "dark mode": page(
    `<p>Text</p>`,
    `const dark = matchMedia("(prefers-color-scheme: dark)"); dark.addEventListener("change", () => {}); works(getComputedStyle(document.body).color !== "");`,
    `<meta name=color-scheme content="light dark"><style>@media (prefers-color-scheme: dark) { body { background: #111; color: #eee } }</style>`,
  ),
  "theme that is kept": page(
    `<button>Theme</button>`,
    `const set = (t) => { document.documentElement.className = localStorage.theme = t; }; document.querySelector("button").onclick = () => set("dark"); set(localStorage.theme ?? "light"); click("button"); works(document.documentElement.className === "dark" && Object.keys(localStorage).includes("theme"));`,
  ),
  "long table": page(
    `<table><thead><tr><th>N<th>Name</thead><tbody></tbody></table>`,
    `const rows = Array.from({ length: 5000 }, (_, i) => [i, "Row " + (i * 7919) % 5000]);
     const show = () => document.querySelector("tbody").innerHTML = rows.map((r) => "<tr><td>" + r.join("<td>")).join("");
     show(); rows.sort((a, b) => a[1].localeCompare(b[1])); show(); works(document.querySelectorAll("tbody tr").length === 5000);`,
    `<style>thead { position: sticky; top: 0 }</style>`,
  ),
  "5 MB of data": page(
    `<p id=n></p><script type="application/json" id=data>${JSON.stringify(Array.from({ length: 70_000 }, (_, i) => ({ id: i, name: `Person number ${i}`, city: "Somewhere in a town", value: i * 1.5 })))}</script>`,
    `n.textContent = JSON.parse(data.textContent).length; works(n.textContent === "70000");`,
  ),
  "50,000 elements": page(
    `${"<div><span>x</span></div>".repeat(25_000)}`,
    `works(document.querySelectorAll("div, span").length === 50_000);`,
  ),
  "anchors within the page": page(
    `<a id=to href="#far">Far</a><div style="height: 5000px"></div><h2 id=far>Far</h2>`,
    `click("#to"); setTimeout(() => works(scrollY > 3000 && location.hash === "#far"), 200);`,
  ),
  "pages by hash": page(
    `<a href="#/two">Two</a><main></main>`,
    `onhashchange = () => { document.querySelector("main").textContent = location.hash; works(location.hash === "#/two"); }; click("a");`,
  ),
  "pages by history": page(
    `<a href="/two">Two</a>`,
    `document.addEventListener("click", (e) => { e.preventDefault(); history.pushState({ at: 2 }, "", "/two"); show(); }); const show = () => works(history.state.at === 2); onpopstate = show; click("a");`,
  ),
  "steps that are kept": page(
    `<p id=s></p>`,
    `sessionStorage.setItem("step", 2); s.textContent = sessionStorage.getItem("step"); works(s.textContent === "2" && sessionStorage.length === 1 && sessionStorage.key(0) === "step");`,
  ),
  "consent to cookies": page(
    `<button>OK</button>`,
    `document.querySelector("button").onclick = () => document.cookie = "ok=1; max-age=3600; path=/; SameSite=Lax"; click("button"); document.cookie = "b=2"; document.cookie = "b=; expires=Thu, 01 Jan 1970 00:00:00 GMT"; works(document.cookie === "ok=1" && navigator.cookieEnabled !== undefined);`,
  ),
  "notes in a database": page(
    ``,
    `const open = indexedDB.open("notes", 1); open.onupgradeneeded = () => open.result.createObjectStore("n", { keyPath: "id", autoIncrement: true }).createIndex("day", "day");
     open.onsuccess = () => { const t = open.result.transaction("n", "readwrite"); const s = t.objectStore("n"); s.add({ day: "b" }); s.add({ day: "a" });
     s.index("day").openCursor().onsuccess = (e) => { const c = e.target.result; if (c && c.value.day === "a") works(c.primaryKey === 2); }; };`,
  ),
  "file to save": page(
    `<a download="data.csv">Save</a>`,
    `const a = document.querySelector("a"); a.href = URL.createObjectURL(new Blob(["a,b"], { type: "text/csv" })); works(a.href.startsWith("blob:"));`,
  ),
  "worker from a blob": page(
    ``,
    `const w = new Worker(URL.createObjectURL(new Blob(["onmessage = (e) => postMessage(e.data * 2)"]))); w.onmessage = (e) => works(e.data === 42); w.postMessage(21);`,
  ),
  "module script": page(
    `<script type=module>import { a } from "${module("export const a = 1")}"; document.documentElement.dataset.works = a === 1 ? "yes" : "no";</script>`,
    ``,
  ),
  "import map": page(
    `<script type=importmap>{"imports": {"lib": "${module("export default 7")}"}}</script><script type=module>import seven from "lib"; document.documentElement.dataset.works = seven === 7 ? "yes" : "no";</script>`,
    ``,
  ),
  WebAssembly: page(
    ``,
    `WebAssembly.instantiate(Uint8Array.from(atob("${wasm}"), (c) => c.charCodeAt())).then(({ instance }) => works(instance.exports.f() === 42));`,
  ),
  "compiled templates": page(
    `<p id=p></p>`,
    `p.textContent = new Function("x", "return 'Hello ' + x")("you"); works(p.textContent === "Hello you");`,
  ),
  "custom elements": page(
    `<my-counter></my-counter>`,
    `customElements.define("my-counter", class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: "open" }).innerHTML = "<style>b{color:red}</style><b>0</b>"; } }); works(document.querySelector("my-counter").shadowRoot.querySelector("b"));`,
  ),
  "components with a virtual DOM": page(
    `<div id=app></div>`,
    `const h = (tag, props, ...children) => ({ tag, props: props ?? {}, children: children.flat() });
     const make = (n) => { if (typeof n !== "object") return document.createTextNode(n); const e = document.createElement(n.tag); Object.assign(e, n.props); e.append(...n.children.map(make)); return e; };
     let count = 0; const App = () => h("button", { onclick: () => { count++; render(); } }, "Clicked ", count);
     const render = () => app.replaceChildren(make(App())); render(); click("#app button"); works(app.textContent === "Clicked 1");`,
  ),
  "reactive state": page(
    `<p id=p></p>`,
    `const state = new Proxy({ n: 0 }, { set: (o, k, v) => { o[k] = v; p.textContent = v; return true; } }); state.n = 5; works(p.textContent === "5");`,
  ),
  "dragging cards": page(
    `<div id=a draggable=true>Card</div><div id=b></div>`,
    `b.ondrop = (e) => { b.append(a); works(b.contains(a)); }; b.dispatchEvent(new DragEvent("drop"));`,
  ),
  "questions to the reader": page(
    ``,
    `alert("Hello"); works(confirm("Sure?") && prompt("Name?") === "Ann");`,
  ),
  "grid and animation": page(
    `<div class=g><i></i><i></i></div>`,
    `works(getComputedStyle(document.querySelector(".g")).display === "grid");`,
    `<style>.g{display:grid;grid-template-columns:1fr 1fr} @keyframes k{to{opacity:0}} i{animation:k 1s infinite}</style>`,
  ),
  sound: page(
    `<audio src="${silence}"></audio>`,
    `const context = new AudioContext(); context.createOscillator(); works(context.sampleRate > 0);`,
  ),
  "pictures and fonts in the page": page(
    `<img src="${pixel}" alt="A pixel"><p style="background: url(${pixel})">x</p>`,
    `document.images[0].decode().then(() => works(document.images[0].naturalWidth === 1));`,
  ),
  "data by fetch": page(
    ``,
    `fetch("data:application/json,[1,2]").then((r) => r.json()).then((d) => works(d[1] === 2));`,
  ),
  "editor of text": page(
    `<div contenteditable>Text</div>`,
    `const d = document.querySelector("div"); d.focus(); works(d.isContentEditable);`,
  ),
  "layout by size": page(
    `<div id=d>x</div>`,
    `new ResizeObserver(() => works(d.clientWidth > 0)).observe(d); new IntersectionObserver(() => {}).observe(d);`,
  ),
  "text from right to left": page(
    `<p dir=rtl lang=ar>مرحبا</p><p id=n></p>`,
    `n.textContent = new Intl.NumberFormat("de", { style: "currency", currency: "EUR" }).format(1234.5); works(n.textContent.startsWith("1.234,50"));`,
  ),
  formulas: page(
    `<math display=block><mfrac><mn>1</mn><mi>x</mi></mfrac></math>`,
    `works(document.querySelector("math").namespaceURI.includes("MathML"));`,
  ),
  "digest of a text": page(
    ``,
    `crypto.subtle.digest("SHA-256", new TextEncoder().encode("x")).then((d) => works(d.byteLength === 32 && crypto.randomUUID()));`,
  ),
  "a fragment": `<h1>Heading</h1><p>Text</p><script>document.documentElement.dataset.works = document.compatMode === "CSS1Compat" ? "yes" : "no"</script>`,
  "a document without a doctype": `<html><body><p>Text</p><script>document.documentElement.dataset.works = document.compatMode === "BackCompat" ? "yes" : "no"</script></body></html>`,
  "another base": page(
    `<a href="#x">x</a><p id=x>`,
    `click("a"); setTimeout(() => works(location.hash === "#x"), 100);`,
    `<base href="https://elsewhere.example/">`,
  ),
  "a page that other things are missing in": page(
    `<img src="missing.png" alt=""><script src="missing.js"></script>`,
    `works("serviceWorker" in navigator === false || true);`,
  ),
};
