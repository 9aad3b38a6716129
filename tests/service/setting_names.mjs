// The names of all settings: those that core/configuration.cc reads.
import { readFileSync } from "node:fs";

const source = readFileSync(new URL("../../core/configuration.cc", import.meta.url), "utf8");
const read = [...source.matchAll(/reader\.\w+(?:<\w+>)?\(\s*"(\w+)"/g)].map(([, name]) => name);

export const settingNames = [...new Set(read)];
