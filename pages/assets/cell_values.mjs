// The values of JSON as the cells of a grid, and cells as values.
import { JsonNumber, jsonNumber, parseJson, writeJson } from "./data_texts.mjs";

// Values as cells. null and what is missing are empty, and a text is its own cell.
export function cellOf(value) {
  if (value === undefined) return "";
  if (typeof value === "string") return value;
  if (value === null) return { text: "", value };
  return { text: value instanceof JsonNumber ? value.text : writeJson(value, null), value };
}
// What the cells of a column may be that are typed.
export function kindsOf(cells) {
  const has = (is) => cells.some((cell) => typeof cell !== "string" && is(cell.value));
  return {
    hasNumbersAsText: cells.some((cell) => typeof cell === "string" && jsonNumber.test(cell)),
    hasBooleans: has((value) => typeof value === "boolean"),
    hasContainers: has((value) => value instanceof Map || Array.isArray(value)),
  };
}
// 1E2 may be the number of a room, but 1.5e2 and 1e-5 are surely not.
const isNumber = (cell) => jsonNumber.test(cell) && !/^-?\d+e\d/i.test(cell);
export function valueOf(cell, kinds) {
  if (typeof cell !== "string") return cell.value;
  if (cell === "") return null;
  if (!kinds?.hasNumbersAsText && isNumber(cell)) return new JsonNumber(cell);
  if (kinds?.hasBooleans && /^(?:true|false)$/i.test(cell)) return /^true$/i.test(cell);
  if (kinds?.hasContainers && /^\s*[[{]/.test(cell)) {
    try {
      return parseJson(cell);
    } catch {
      return cell;
    }
  }
  return cell;
}
