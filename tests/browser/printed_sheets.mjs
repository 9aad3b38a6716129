// The sheets that a page is printed on, as Chromium makes them, read as text.

// The library expects a newer Node than Debian's.
if (!("withResolvers" in Promise))
  Object.assign(Promise, {
    withResolvers() {
      let settle;
      const promise = new Promise((resolve, reject) => (settle = { resolve, reject }));
      return { promise, ...settle };
    },
  });
const { getDocument } = await import("../../build/release/npm/node_modules/pdfjs-dist/legacy/build/pdf.mjs");

// The texts of each sheet, with where they stand and how they are turned.
export async function textsOf(page) {
  const data = new Uint8Array(await page.pdf({ preferCSSPageSize: true }));
  const task = getDocument({ data, useSystemFonts: true, verbosity: 0 });
  const document = await task.promise;
  const sheets = [];
  for (let number = 1; number <= document.numPages; ++number) {
    const { items } = await (await document.getPage(number)).getTextContent();
    sheets.push(items.filter(({ str }) => str.trim() !== ""));
  }
  await task.destroy();
  return sheets;
}

// The lines of each sheet, from top to bottom.
export async function sheetsOf(page) {
  return (await textsOf(page)).map((texts) => {
    const lines = new Map();
    for (const { str, transform } of texts) {
      const [left, bottom] = transform.slice(4).map(Math.round);
      lines.set(bottom, [...(lines.get(bottom) ?? []), [left, str]]);
    }
    const fromTop = [...lines].sort(([a], [b]) => b - a).map(([, parts]) => parts);
    return fromTop.map((parts) =>
      parts
        .sort(([a], [b]) => a - b)
        .map(([, text]) => text)
        .join(" "),
    );
  });
}
