// HTML in a form in which two renderings of a document can be compared: without what one adds for its
// pages, and without white space that is not seen.

const ownAttributes = /^(dir|rel|id|tabindex|role|loading|referrerpolicy|scope|disabled|type|aria-.*)$/;
const blocks =
  /^(\/?)(p|h[1-6]|ul|ol|li|blockquote|pre|hr|div|table|thead|tbody|tfoot|tr|th|td|details|summary|section|dl|dt|dd|br|center|figure)$/;
const voids = new Set(["br", "hr", "img", "input", "source", "wbr"]);
const references = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
const decoded = (text) => text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => references[name]);

function tag(text) {
  const [, slash, name, rest] = /^<(\/?)([a-zA-Z][^\s/>]*)([\s\S]*?)\/?>$/.exec(text) ?? [];
  if (!name) return null;
  const attributes = [];
  for (const [, key, , quoted, single, bare] of rest.matchAll(
    /([^\s=/]+)(\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g,
  )) {
    let value = decoded(quoted ?? single ?? bare ?? "");
    if (ownAttributes.test(key)) continue;
    if (key === "class" && !/^language-/.test(value)) {
      const align = /align-(left|center|right)/.exec(value);
      if (align) attributes.push(`align=${align[1]}`);
      continue;
    }
    if (key === "href" || key === "src") value = unescaped(value).replace(/^#h-/, "#");
    attributes.push(`${key.toLowerCase()}=${value}`);
  }
  return shown({ slash, name: name.toLowerCase(), attributes: attributes.sort() });
}
const valueOf = (attributes, name) =>
  attributes.find((attribute) => attribute.startsWith(`${name}=`))?.slice(name.length + 1);

// A relative link leads nowhere on a page, links have a few schemes, and pictures are loaded by HTTPS.
function shown({ slash, name, attributes }) {
  const href = valueOf(attributes, "href");
  if (name === "img" && !/^https:/i.test(valueOf(attributes, "src") ?? ""))
    return { text: `[picture: ${valueOf(attributes, "alt") || "Image"}]` };
  if (name === "a" && (href === undefined || !/^(https?:|mailto:|#|\/(?!\/))/i.test(href)))
    return { slash, name, attributes: [] };
  return { slash, name, attributes };
}
function unescaped(url) {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}

// What a page adds around parts of a document.
const withoutOwnParts = (html) =>
  html
    .replace(/<a class="anchor"[^>]*><\/a>/g, "")
    .replace(/<div[^>]*class="table-wrap[^>]*>([\s\S]*?<\/table>)<\/div>/g, "$1")
    .replace(/<\/?tbody>/g, "")
    .replace(/<svg[\s\S]*?<\/svg>/g, "")
    .replace(/<span class="missing-image">([^<]*)<\/span>/g, "[picture: $1]");

export function comparable(html) {
  let result = "";
  let isPreformatted = false;
  const parts =
    withoutOwnParts(html).match(/<!--[\s\S]*?-->|<\/?[a-zA-Z](?:"[^"]*"|'[^']*'|[^"'>])*>|[^<]+|</g) ?? [];
  for (const part of parts) {
    if (part.startsWith("<!--")) continue;
    const found = part.startsWith("<") ? tag(part) : null;
    if (found?.text) {
      result += found.text;
      continue;
    }
    if (!found) {
      result += isPreformatted ? decoded(part) : decoded(part).replace(/\s+/g, " ");
      continue;
    }
    const { slash, name, attributes } = found;
    if (name === "pre") isPreformatted = slash === "";
    if (slash && voids.has(name)) continue;
    const isBlock = blocks.test(name);
    if (isBlock && !isPreformatted) result = result.trimEnd();
    result += `<${slash}${[name, ...attributes].join(" ")}>`;
    if (isBlock && !isPreformatted) result += "\n";
  }
  return result
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .join("\n");
}
