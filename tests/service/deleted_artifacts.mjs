// Deletes all artifacts of accounts from the database at once, for tests that made thousands.
import { sql } from "./api_client.mjs";

// `accounts` is a list of SQL expressions. The service may index titles meanwhile, which takes rows in another order:
// what PostgreSQL ends to resolve a deadlock is run again.
export function deleteArtifacts(...accounts) {
  for (;;) {
    try {
      sql(`delete from artifacts where account_id in (${accounts.join(", ")})`);
      return;
    } catch (error) {
      if (!/deadlock detected/.test(error.stderr)) throw error;
    }
  }
}
