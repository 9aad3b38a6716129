// Searches by text find what maintenance has entered into the index.
import { sql, uuidOf } from "../api_client.mjs";
import { maintain } from "../maintenance.mjs";

// Enters all texts of an account. Other tests run maintenance too, so an artifact may be in their hands.
export function indexTexts(account) {
  const waiting = () =>
    sql(`
      select count(*) from artifacts
       where account_id = '${uuidOf(account)}'
         and (id in (select artifact_id from unindexed_titles) or id in (select artifact_id from unindexed_texts))`);
  do maintain();
  while (waiting() !== "0");
}
