// Hashes of passwords as the service stores them, but quick to check: one that the service makes takes a
// tenth of a second of a core, each time that it is checked.
import { randomBytes, scryptSync } from "node:crypto";
import { sql, uuidOf } from "./api_client.mjs";
import { linkOf } from "./share_token_forge.mjs";

export function quickHash(password) {
  const salt = randomBytes(16);
  const hash = scryptSync(password, salt, 32, { N: 2, r: 8, p: 1 });
  return `$scrypt$ln=1,r=8,p=1$${salt.toString("base64url")}$${hash.toString("base64url")}`;
}

// Has a link that has this password check it quickly.
export function checkQuickly(url, password) {
  sql(`update share_links set password_hash = '${quickHash(password)}' where id = '${uuidOf(linkOf(url))}'`);
}
