// An authenticator app: the codes of RFC 6238, by Node's own HMAC.
import { createHmac } from "node:crypto";

function fromBase32(text) {
  const bits = [...text.replaceAll(" ", "")]
    .map((c) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(c).toString(2).padStart(5, "0"))
    .join("");
  return Buffer.from(bits.match(/.{8}/g).map((byte) => parseInt(byte, 2)));
}

// The code of the present step, or of one so many steps away.
export function totpCode(secret, away = 0) {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30000) + away));
  const hash = createHmac("sha1", fromBase32(secret)).update(counter).digest();
  const number = hash.readUInt32BE(hash[19] & 15) & 0x7fffffff;
  return String(number % 1000000).padStart(6, "0");
}
