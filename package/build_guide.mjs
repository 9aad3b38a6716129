// Makes a guide for /usr/share/doc of a document in docs/: its links lead to files that the package has, and what it
// does not have is named only.
//
//   node build_guide.mjs DOCUMENT GUIDE... > FILE
//
// GUIDE: the names of all documents that are installed beside it, compressed.
import { readFileSync } from "node:fs";

const [document, ...guides] = process.argv.slice(2);
const monitoring = "/usr/share/artifact-share/monitoring/";

const link = (whole, label, target) => {
  const [file, anchor] = target.split("#");
  if (/^https?:/.test(target) || file === "") return whole;
  if (file.startsWith("monitoring/")) return `[${label}](${file.replace("monitoring/", monitoring)})`;
  if (guides.includes(file)) return `[${label}](${file}.gz${anchor ? `#${anchor}` : ""})`;
  return label;
};
process.stdout.write(readFileSync(document, "utf8").replace(/\[([^\]]*)\]\(([^)\s]*)\)/g, link));
