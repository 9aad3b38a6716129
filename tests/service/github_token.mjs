// A text that looks like a GitHub token, with the right checksum, made when it is needed.
import { randomBytes } from "node:crypto";

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
export const random = (length) => [...randomBytes(length)].map((byte) => digits[byte % 62]).join("");

export function githubToken() {
  const body = random(30);
  let sum = "";
  for (let value = checksum(body); sum.length < 6; value = Math.floor(value / 62))
    sum = digits[value % 62] + sum;
  return `ghp_${body}${sum}`;
}

// CRC-32; zlib's own is not in every version of Node.
function checksum(text) {
  let crc = -1;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; ++bit) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ -1) >>> 0;
}
