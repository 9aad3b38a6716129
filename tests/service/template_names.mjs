// The names of all templates: those of core/artifact.h.
import { readFileSync } from "node:fs";

const source = readFileSync(new URL("../../core/artifact.h", import.meta.url), "utf8");

export const templateNames = [...source.matchAll(/NamedTemplate\{"(\w+)"/g)].map(([, name]) => name);
