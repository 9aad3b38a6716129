// Small PDF files, written by hand as the tests need them.
import { createHash } from "node:crypto";

export const escape = (text) => text.replace(/[\\()]/g, "\\$&");

// A file of these objects, of which the first is the catalogue.
export function fileOf(objects, trailer = "") {
  let text = "%PDF-1.7\n%\xe2\xe3\xcf\xd3\n";
  const offsets = objects.map((object, i) => {
    const offset = text.length;
    text += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const offset of offsets) text += `${String(offset).padStart(10, "0")} 00000 n \n`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, "latin1");
}

export const stream = (data, entries = "") =>
  `<< /Length ${data.length} ${entries} >>\nstream\n${data}\nendstream`;

function linesOf(lines) {
  const shown = lines.map((line, i) => `${i ? "0 -20 Td " : ""}(${escape(line)}) Tj`);
  return `BT /F1 14 Tf 60 740 Td ${shown.join(" ")} ET`;
}

// `pages` is a list of lists of lines. `links` stand on the first page, each { url } or { page } or
// { javascript }; `script` runs in readers that execute scripts when the file is opened; `filler` is so
// many bytes of padding, by which a small document becomes a large file.
export function pdf(pages, { links = [], script, filler = 0 } = {}) {
  const firstPage = 4;
  const firstContent = firstPage + pages.length;
  const firstLink = firstContent + pages.length;
  const action = ({ url, page, javascript }) => {
    if (javascript) return `/A << /S /JavaScript /JS (${escape(javascript)}) >>`;
    return url ? `/A << /S /URI /URI (${escape(url)}) >>` : `/Dest [${firstPage + page - 1} 0 R /Fit]`;
  };
  const open = script
    ? `/OpenAction << /S /JavaScript /JS (${escape(script)}) >> ` +
      `/Names << /JavaScript << /Names [(start) << /S /JavaScript /JS (${escape(script)}) >>] >> >>`
    : "";
  return fileOf([
    `<< /Type /Catalog /Pages 2 0 R ${open} >>`,
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, i) => `${firstPage + i} 0 R`).join(" ")}] >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ...pages.map(
      (_, i) =>
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> " +
        `/Contents ${firstContent + i} 0 R ` +
        `/Annots [${i === 0 ? links.map((__, j) => `${firstLink + j} 0 R`).join(" ") : ""}] >>`,
    ),
    ...pages.map((lines) => stream(linesOf(lines))),
    ...links.map(
      (link, j) =>
        `<< /Type /Annot /Subtype /Link /Border [0 0 0] ` +
        `/Rect [60 ${600 - 40 * j} 300 ${620 - 40 * j}] ${action(link)} >>`,
    ),
    ...(filler ? [stream("x".repeat(filler))] : []),
  ]);
}

// One page with nothing but a black square, which is encoded as fax machines do it (ITU-T T.6): scans are.
export function scannedPdf() {
  // Eight lines that are like the one before, the first like a white one, and the end; white is to be black.
  const lines = "\xff\x00\x10\x01";
  return fileOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R " +
      "/Resources << /XObject << /Scan 5 0 R >> >> >>",
    stream("q 300 0 0 300 100 400 cm /Scan Do Q"),
    stream(
      lines,
      "/Type /XObject /Subtype /Image /Width 8 /Height 8 /BitsPerComponent 1 /ColorSpace /DeviceGray " +
        "/Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 8 /Rows 8 /BlackIs1 true >>",
    ),
  ]);
}

// Begins as a PDF does, and is none.
export const broken = Buffer.from("%PDF-1.7\nThis is where a document was to be.\n");

export const content = (bytes, more = {}) => ({ data: bytes.toString("base64"), ...more });

function rc4(key, data) {
  const state = Array.from({ length: 256 }, (_, i) => i);
  for (let i = 0, j = 0; i < 256; ++i) {
    j = (j + state[i] + key[i % key.length]) % 256;
    [state[i], state[j]] = [state[j], state[i]];
  }
  let [i, j] = [0, 0];
  return Buffer.from(data).map((byte) => {
    i = (i + 1) % 256;
    j = (j + state[i]) % 256;
    [state[i], state[j]] = [state[j], state[i]];
    return byte ^ state[(state[i] + state[j]) % 256];
  });
}

const md5 = (...parts) => createHash("md5").update(Buffer.concat(parts)).digest();

// One page that opens with `password` only: the standard security handler in its first revision (ISO
// 32000-1, 7.6.3), which any reader knows.
export function encryptedPdf(lines, password) {
  const padding = Buffer.from("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a", "hex");
  const padded = Buffer.concat([Buffer.from(password, "latin1"), padding]).subarray(0, 32);
  const owner = rc4(md5(padded).subarray(0, 5), padded);
  const id = Buffer.from("00112233445566778899aabbccddeeff", "hex");
  const permissions = Buffer.from([0xfc, 0xff, 0xff, 0xff]);
  const key = md5(padded, owner, permissions, id).subarray(0, 5);
  const user = rc4(key, padding);
  const contentNumber = 5;
  const contentKey = md5(key, Buffer.from([contentNumber, 0, 0, 0, 0])).subarray(0, 10);
  return fileOf(
    [
      "<< /Type /Catalog /Pages 2 0 R >>",
      "<< /Type /Pages /Count 1 /Kids [4 0 R] >>",
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R " +
        "/Resources << /Font << /F1 3 0 R >> >> >>",
      stream(rc4(contentKey, linesOf(lines)).toString("latin1")),
      `<< /Filter /Standard /V 1 /R 2 /P -4 /O <${owner.toString("hex")}> /U <${user.toString("hex")}> >>`,
    ],
    `/Encrypt 6 0 R /ID [<${id.toString("hex")}> <${id.toString("hex")}>]`,
  );
}
