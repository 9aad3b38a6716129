// Takes share tokens apart, and makes some, also with the service's own key, which it finds where the
// configuration says. Only tests can do that; nobody else may read that file.
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { uuidOf } from "./api_client.mjs";

export const tokenOf = (url) => new URL(url).searchParams.get("token");

// The key's id and what is behind it, which names the link and has the signature.
export function takeApart(token) {
  const period = token.lastIndexOf(".");
  return { kid: token.slice(0, period), signed: token.slice(period + 1) };
}

const bytesOf = (id) => Buffer.from(uuidOf(id).replaceAll("-", ""), "hex");

// The id of the link with this address.
export function linkOf(url) {
  const bytes = Buffer.from(takeApart(tokenOf(url)).signed, "base64url").subarray(0, 16);
  let value = BigInt(`0x${bytes.toString("hex")}`);
  let digits = "";
  for (; digits.length < 26; value >>= 5n)
    digits = "0123456789abcdefghjkmnpqrstvwxyz"[Number(value & 31n)] + digits;
  return `shr_${digits}`;
}

// The id and the secret of the key that signs: the first line of the file.
export function signingKey() {
  const path = /^\s*signing_keys_file\s*=\s*(\S+)/m.exec(readFileSync(process.env.CONFIG, "utf8"))[1];
  const [, id, secret] = /^\s*([\w.-]+)\s+(\S+)/m.exec(readFileSync(path, "utf8"));
  return { id, secret: Buffer.from(secret, "base64") };
}

// The token of a link, as the service signs it but for what is said otherwise.
export function sign(artifact, link, { id, secret }, { purpose = "share-link-v1\0", hash = "sha256" } = {}) {
  const mac = createHmac(hash, secret).update(purpose).update(bytesOf(artifact)).update(bytesOf(link));
  return `${id}.${Buffer.concat([bytesOf(link), mac.digest().subarray(0, 16)]).toString("base64url")}`;
}
