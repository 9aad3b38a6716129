// An account with one artifact, which the tests of a file share, and the parts of a request that creates another,
// for requests that are written byte by byte.
import { call, markdown, newAccount, sql, uuidOf } from "../../service/api_client.mjs";

export const { account, key } = newAccount();
export const artifact = (await call(key, "POST", "/artifacts", markdown("x"))).json.id;

export const authorization = `Authorization: Bearer ${key}`;
export const json = "Content-Type: application/json";
export const document = JSON.stringify(markdown("raw"));
export const artifactCount = () =>
  Number(sql(`select count(*) from artifacts where account_id = '${uuidOf(account)}'`));
