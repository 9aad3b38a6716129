// Makes share tokens of any kind, also ones signed with the service's own key, which it finds where
// the configuration says. Only tests can do that; nobody else may read that file.
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";

export const encode = (value) =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");
export const decode = (part) => JSON.parse(Buffer.from(part, "base64url"));

export const tokenOf = (url) => new URL(url).searchParams.get("token");

export function takeApart(token) {
  const [header, payload, signature] = token.split(".");
  return { header, payload, signature, head: decode(header), claims: decode(payload) };
}

// The id and the secret of the key that signs: the first line of the file.
export function signingKey() {
  const path = /^\s*signing_keys_file\s*=\s*(\S+)/m.exec(readFileSync(process.env.CONFIG, "utf8"))[1];
  const [, id, secret] = /^\s*([\w.-]+)\s+(\S+)/m.exec(readFileSync(path, "utf8"));
  return { id, secret: Buffer.from(secret, "base64") };
}

// A token of these parts, each an object or a string that is taken as JSON text.
export function sign(header, payload, secret, hash = "sha256") {
  const signed = `${encode(header)}.${encode(payload)}`;
  return `${signed}.${createHmac(hash, secret).update(signed).digest("base64url")}`;
}
