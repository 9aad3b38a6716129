// Changes of tables that other tests use at the same time: triggers that make a statement fail or count what it does.
import { sql } from "../api_client.mjs";

// Runs DDL in one transaction. It gives way to transactions that use the tables: all others would wait behind it for as
// long as these last, and some tests keep one open.
export function changeSchema(statements) {
  for (;;) {
    try {
      return sql(`set lock_timeout = '100ms'; ${statements}`);
    } catch (error) {
      if (!/lock timeout/.test(error.stderr)) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    }
  }
}
