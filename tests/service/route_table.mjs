// The service's routes as the endpoints in handlers/ list them: their methods and patterns, and whether they are the
// API's.
import { readdirSync, readFileSync } from "node:fs";

const folder = new URL("../../handlers/", import.meta.url);
const source = readdirSync(folder, { recursive: true })
  .filter((name) => name.endsWith(".cc"))
  .map((name) => readFileSync(new URL(name, folder), "utf8"))
  .join("");

export const routes = [
  ...source.matchAll(
    /\.method = (?:fcgi::)?Method::(\w+),\s*\.pattern = "(\/[^"]*)"(?:,\s*\.access = Access::(\w+))?/g,
  ),
].map(([, method, pattern, access = "key"]) => ({
  method: method === "delete_" ? "DELETE" : method.toUpperCase(),
  pattern,
  isOfApi: ["key", "upload", "network"].includes(access),
}));
