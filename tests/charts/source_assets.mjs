// The pages' scripts and styles made of the sources as they are now, so that a change to them shows without a
// build of the programs.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "../..");
const types = { ".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css" };

// Serves them in place of those of the service in all pages of `context`.
export async function serveSourceAssets(context) {
  const folder = (serveSourceAssets.folder ??= build());
  const current = readdirSync(folder);
  await context.route(/\/assets\/[^/]+\.[0-9a-f]{12}\.(m?js|css)$/, (route) => {
    const { name, ext } = path.parse(new URL(route.request().url()).pathname);
    const plain = name.replace(/\.[0-9a-f]{12}$/, "");
    const file = current.find((one) => one.startsWith(`${plain}.`) && one.endsWith(ext));
    if (!file) return route.continue();
    return route.fulfill({ body: readFileSync(path.join(folder, file)), contentType: types[ext] });
  });
}

function build() {
  const folder = mkdtempSync(path.join(tmpdir(), "assets-"));
  const libraries = path.join(root, "build/release/npm/node_modules");
  execFileSync(process.execPath, [
    path.join(root, "pages/build_assets.mjs"),
    libraries,
    folder,
    path.join(folder, "header.inc"),
  ]);
  return folder;
}
