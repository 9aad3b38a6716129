// Writes workbooks as Excel does, as far as tests need them: sheets with texts, numbers and days.

const crcTable = Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; ++bit) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});
const crcOf = (bytes) =>
  ~bytes.reduce((crc, byte) => (crc >>> 8) ^ crcTable[(crc ^ byte) & 0xff], 0xffffffff) >>> 0;

function numbers(...pairs) {
  const bytes = Buffer.alloc(pairs.reduce((sum, [, size]) => sum + size, 0));
  let at = 0;
  for (const [value, size] of pairs) at = bytes.writeUIntLE(value, at, size);
  return bytes;
}

// An archive whose files are not compressed.
function zip(files) {
  const parts = [];
  const entries = [];
  let at = 0;
  for (const [name, text] of Object.entries(files)) {
    const bytes = Buffer.from(text);
    const facts = numbers(
      [20, 2],
      [0, 2],
      [0, 2],
      [0, 4],
      [crcOf(bytes), 4],
      [bytes.length, 4],
      [bytes.length, 4],
    );
    const sizes = numbers([name.length, 2], [0, 2]);
    const local = Buffer.concat([numbers([0x04034b50, 4]), facts, sizes, Buffer.from(name), bytes]);
    entries.push(
      Buffer.concat([
        numbers([0x02014b50, 4], [20, 2]),
        facts,
        sizes,
        numbers([0, 2], [0, 2], [0, 2], [0, 4], [at, 4]),
        Buffer.from(name),
      ]),
    );
    parts.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(entries);
  const count = entries.length;
  const end = numbers(
    [0x06054b50, 4],
    [0, 4],
    [count, 2],
    [count, 2],
    [directory.length, 4],
    [at, 4],
    [0, 2],
  );
  return Buffer.concat([...parts, directory, end]);
}

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const dayOne = Date.UTC(1899, 11, 30);
function cell(value) {
  if (value instanceof Date) return `<c s="1"><v>${(value - dayOne) / 86_400_000}</v></c>`;
  if (typeof value === "number") return `<c><v>${value}</v></c>`;
  return `<c t="inlineStr"><is><t>${escaped(value)}</t></is></c>`;
}
const placed = (row, number) =>
  row.map((value, column) =>
    cell(value).replace("<c", `<c r="${String.fromCharCode(65 + column)}${number}"`),
  );
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packaged = "http://schemas.openxmlformats.org/package/2006";
const xml = (text) => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${text}`;

// `sheets` are rows by the name of their sheet, at most 26 columns wide.
export function workbook(sheets) {
  const names = Object.keys(sheets);
  const links = names.map(
    (_, i) => `<Relationship Id="r${i}" Type="${office}/worksheet" Target="worksheets/sheet${i}.xml"/>`,
  );
  const files = {
    "[Content_Types].xml": xml(
      `<Types xmlns="${packaged}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    ),
    "_rels/.rels": xml(
      `<Relationships xmlns="${packaged}/relationships"><Relationship Id="r" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    "xl/workbook.xml": xml(
      `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${names
        .map((name, i) => `<sheet name="${escaped(name)}" sheetId="${i + 1}" r:id="r${i}"/>`)
        .join("")}</sheets></workbook>`,
    ),
    "xl/_rels/workbook.xml.rels": xml(
      `<Relationships xmlns="${packaged}/relationships">${links.join("")}<Relationship Id="s" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    ),
    "xl/styles.xml": xml(
      `<styleSheet xmlns="${main}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ),
  };
  names.forEach((name, i) => {
    const rows = sheets[name].map((row, r) => `<row r="${r + 1}">${placed(row, r + 1).join("")}</row>`);
    files[`xl/worksheets/sheet${i}.xml`] = xml(
      `<worksheet xmlns="${main}"><sheetData>${rows.join("")}</sheetData></worksheet>`,
    );
  });
  return zip(files);
}
