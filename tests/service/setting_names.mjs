// The names of all settings: those that core/configuration.cc reads.
import { readFileSync } from "node:fs";

const source = readFileSync(new URL("../../core/configuration.cc", import.meta.url), "utf8");
const read = [...source.matchAll(/reader\.\w+(?:<\w+>)?\(\s*"(\w+)"/g)].map(([, name]) => name);
// Those of nginx are read in a loop.
const [, list] = /string_view name :\s*\{([^}]*)\}/.exec(source);

export const settingNames = [...new Set([...read, ...list.match(/\w+/g)])];
