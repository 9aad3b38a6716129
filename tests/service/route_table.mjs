// The service's routes as handlers/routes/ lists them: their methods and patterns, and whether they are the API's.
import { readdirSync, readFileSync } from "node:fs";

const folder = new URL("../../handlers/routes/", import.meta.url);
const source = readdirSync(folder)
  .filter((name) => name.endsWith(".cc"))
  .map((name) => readFileSync(new URL(name, folder), "utf8"))
  .join("");

export const routes = [
  ...source.matchAll(/\.method = Method::(\w+),\s*\.pattern = "(\/[^"]*)",\s*\.handler =\s*([\w.]+)\(/g),
].map(([, method, pattern, handler]) => ({
  method: method === "delete_" ? "DELETE" : method.toUpperCase(),
  pattern,
  isOfApi: /^bound\.(api|keyless)/.test(handler),
}));
