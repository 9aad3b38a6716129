// PDF files that are damaged, each in another way.
import { encryptedPdf, fileOf, pdf, stream } from "./pdf_writer.mjs";

const page = (entries) => `<< /Type /Page /Parent 2 0 R ${entries} >>`;
const font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>";
const text = stream("BT /F1 24 Tf 20 100 Td (Shown all the same) Tj ET");
const resources = "/Resources << /Font << /F1 5 0 R >> >>";
const withPage = (entries, { contents = text, fonts = font, tree = "/Kids [3 0 R] /Count 1" } = {}) =>
  fileOf(["<< /Type /Catalog /Pages 2 0 R >>", `<< /Type /Pages ${tree} >>`, page(entries), contents, fonts]);
const whole = `/MediaBox [0 0 400 200] /Contents 4 0 R ${resources}`;
const report = pdf([["First page"], ["Second page"]]);

// Readers find nothing to show in these.
export const unreadable = {
  "no pages": withPage(whole, { tree: "/Kids [] /Count 0" }),
  "a page that is missing": withPage(whole, { tree: "/Kids [9 0 R] /Count 1" }),
  "a page that is no dictionary": withPage(whole, { tree: "/Kids [(text)] /Count 1" }),
  "a page tree that is its own child": withPage(whole, { tree: "/Kids [2 0 R] /Count 1" }),
  "a page tree that is missing": fileOf(["<< /Type /Catalog /Pages 9 0 R >>"]),
  "no catalogue": fileOf(["<< /Type /Font >>"]),
  "an end after the first lines": report.subarray(0, 40),
  "an end before the table of objects": report.subarray(0, report.indexOf("xref\n")),
  "a way of encryption that is not known": fileOf(
    ["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [] /Count 0 >>"],
    "/Encrypt << /Filter /Unknown /V 9 >> /ID [<00> <00>]",
  ),
};

// Of these they show a page, if perhaps an empty one.
export const readable = {
  "a table of objects that leads nowhere": Buffer.from(
    report.toString("latin1").replace(/startxref\n\d+/, "startxref\n99999"),
    "latin1",
  ),
  "a page without a size": withPage(`/MediaBox [0 0 0 0] /Contents 4 0 R ${resources}`),
  "a drawing that is no drawing": withPage(whole, { contents: stream("BT ((( 7 Tf ]] >> Tj ET Q Q Q") }),
  "packed contents that are damaged": withPage(whole, {
    contents: stream("x\x9cnothing", "/Filter /FlateDecode"),
  }),
  "fonts that are missing": withPage(whole, { fonts: "null" }),
};

export const damaged = { ...unreadable, ...readable, "a password": encryptedPdf(["Locked"], "lantern") };
