// A PDF with everything by which a document can act, or have a reader load something (ISO 32000-1, 12.6).
import { escape, fileOf, stream } from "./pdf_writer.mjs";

const script = "executed(); app.alert(1); app.launchURL('https://elsewhere.example/', true);";
const markup = "<img src=x onerror=executed()><script>executed()</script>";

const javaScript = `<< /S /JavaScript /JS (${escape(script)}) >>`;
const actions = (addresses) => [
  javaScript,
  "<< /S /Launch /F (calc.exe) /NewWindow true >>",
  "<< /S /Launch /F (https://elsewhere.example/x) >>",
  "<< /S /GoToR /F (https://elsewhere.example/x.pdf) /D [0 /Fit] /NewWindow true >>",
  "<< /S /GoToR /F (javascript:executed\\(\\)) /D [0 /Fit] >>",
  "<< /S /GoToE /D [0 /Fit] /T << /R /C /N (x) >> >>",
  "<< /S /SubmitForm /F (https://elsewhere.example/) /Flags 4 >>",
  "<< /S /ImportData /F (https://elsewhere.example/x.fdf) >>",
  "<< /S /ResetForm >>",
  "<< /S /Hide /T (x) >>",
  "<< /S /Named /N /Print >>",
  "<< /S /Named /N /SaveAs >>",
  "<< /S /SetOCGState /State [/Toggle 1 0 R] >>",
  "<< /S /Rendition /JS (executed\\(\\)) /OP 0 >>",
  ...addresses.map((address) => `<< /S /URI /URI (${escape(address)}) >>`),
  ...addresses
    .slice(0, 20)
    .map((address) => `<< /S /GoToR /F (${escape(address)}) /D (${escape(address)}) >>`),
];

// `addresses` are Latin-1; they stand in links, all of which lie on the one page.
export function hostilePdf(addresses) {
  const firstAnnotation = 12;
  const rectangle = (i) =>
    `[${10 + 12 * (i % 48)} ${820 - 12 * Math.floor(i / 48)} ${20 + 12 * (i % 48)} ${830 - 12 * Math.floor(i / 48)}]`;
  const text = escape(markup);
  const annotations = [
    ...actions(addresses).map(
      (action) => `/Subtype /Link /A ${action} /Contents (${text}) /AA << /E ${javaScript} >>`,
    ),
    `/Subtype /Text /Open true /T (${text}) /Contents (${text}) /RC (<body>${text}</body>)`,
    `/Subtype /FreeText /DA (/F1 9 Tf) /Contents (${text}) /RC (<body xmlns="http://www.w3.org/1999/xhtml"><p style="background:url\\(https://elsewhere.example/x\\)">${text}</p></body>)`,
    `/Subtype /FileAttachment /Contents (${text}) /FS << /Type /Filespec /F (${text}.html) /EF << /F 11 0 R >> >>`,
    `/Subtype /Widget /FT /Tx /T (${text}) /V (${text}) /DA (/F1 9 Tf) /AA << /K ${javaScript} /F ${javaScript} /Fo ${javaScript} /C ${javaScript} >>`,
    `/Subtype /Widget /FT /Btn /Ff 65536 /T (b) /MK << /CA (${text}) >> /A ${javaScript}`,
    `/Subtype /Widget /FT /Ch /T (c) /Opt [(${text}) [(${text}) (${text})]] /V (${text})`,
    `/Subtype /Screen /A << /S /Rendition /OP 0 /JS (executed\\(\\)) >>`,
    `/Subtype /RichMedia /Contents (${text})`,
    `/Subtype /Movie /Movie << /F (https://elsewhere.example/x.mpg) >> /A true`,
  ].map((entries, i) => `<< /Type /Annot /Rect ${rectangle(i)} ${entries} >>`);
  // A font's matrix was once written into a function's source.
  const font = `<< /Type /Font /Subtype /Type1 /BaseFont /${"<img>".replace(/[<>]/g, (c) => `#${c.charCodeAt(0).toString(16)}`)} /FontDescriptor 10 0 R /FontMatrix [1 0 0 1 0 (0\\); executed\\(\\); //)] >>`;
  const shown = `BT /F1 9 Tf 20 100 Td (${text}) Tj 0 -20 Td (javascript:executed\\(\\) https://example.org/"onclick=executed\\(\\)) Tj ET`;
  return fileOf(
    [
      `<< /Type /Catalog /Pages 2 0 R /OpenAction ${javaScript} /Outlines 6 0 R /PageMode /UseOutlines ` +
        `/URI << /Base (javascript:executed\\(\\)//) >> /AA << /WC ${javaScript} /DP ${javaScript} >> ` +
        `/Names << /JavaScript << /Names [(x) ${javaScript}] >> /EmbeddedFiles << /Names [(${text}) 11 0 R] >> >> ` +
        `/PageLabels << /Nums [0 << /P (${text}) >>] >> ` +
        `/AcroForm << /NeedAppearances true /Fields [] /XFA 8 0 R /CO [] >> >>`,
      "<< /Type /Pages /Count 1 /Kids [4 0 R] >>",
      font,
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R " +
        `/AA << /O ${javaScript} /C ${javaScript} >> ` +
        `/Annots [${annotations.map((_, i) => `${firstAnnotation + i} 0 R`).join(" ")}] >>`,
      stream(shown),
      "<< /Type /Outlines /First 7 0 R /Last 7 0 R /Count 1 >>",
      `<< /Title (${text}) /Parent 6 0 R /A ${javaScript} >>`,
      stream(
        `<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template xmlns="http://www.xfa.org/schema/xfa-template/3.3/">` +
          `<subform><event activity="initialize"><script contentType="application/x-javascript">${script}</script></event>` +
          `<field><value><exData contentType="text/html"><body xmlns="http://www.w3.org/1999/xhtml">${markup}</body></exData></value></field>` +
          `</subform></template></xdp:xdp>`,
      ),
      `<< /Title (${text}) /Author (${text}) >>`,
      `<< /Type /FontDescriptor /FontName /x /Flags 4 /FontBBox [0 0 9 9] /FontFile3 11 0 R >>`,
      stream(markup, "/Type /EmbeddedFile /Subtype /text#2fhtml"),
      ...annotations,
    ],
    "/Info 9 0 R",
  );
}
