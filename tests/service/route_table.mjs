// The service's routes as the endpoints in handlers/ list them: their methods and patterns, whether they are the API's,
// and whether they take files, or content in JSON alone.
import { readdirSync, readFileSync } from "node:fs";

const folder = new URL("../../handlers/", import.meta.url);
const source = readdirSync(folder, { recursive: true })
  .filter((name) => name.endsWith(".cc"))
  .map((name) => readFileSync(new URL(name, folder), "utf8"))
  .join("");

export const routes = source
  .split(/(?=\.method = )/)
  .map((endpoint) => ({
    found: /^\.method = (?:fcgi::)?Method::(\w+),\s*\.pattern = "(\/[^"]*)"/.exec(endpoint),
    access: /\.access = Access::(\w+)/.exec(endpoint)?.[1] ?? "key",
    takesFiles: endpoint.includes(".takes_files = true"),
    takesContent: endpoint.includes(".takes_content = true"),
  }))
  .filter(({ found }) => found)
  .map(({ found: [, method, pattern], access, takesFiles, takesContent }) => ({
    method: method === "delete_" ? "DELETE" : method.toUpperCase(),
    pattern,
    isOfApi: ["key", "upload", "network"].includes(access),
    takesFiles: takesFiles || access === "upload",
    takesContent,
  }));
