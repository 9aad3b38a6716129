// Searches by text find what maintenance has entered into the index.
import { sql, uuidOf } from "../api_client.mjs";
import { maintain } from "../maintenance.mjs";

// Enters all artifacts of an account. Other tests run maintenance too, so one may be in their hands.
export function indexWords(account) {
  const waiting = () =>
    sql(`select count(*) from unindexed_artifacts where account_id = '${uuidOf(account)}'`);
  do maintain();
  while (waiting() !== "0");
}
