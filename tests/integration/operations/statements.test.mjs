// The statements of db/ are whole: PostgreSQL prepares each as it stands in the source, without being told the types of
// its parameters.
import { test } from "node:test";
import { statements } from "../../contract/database_statements.mjs";
import { sql } from "../../service/api_client.mjs";

const isCommand = (text) => /^\s*(?:begin|commit|rollback|savepoint|release|listen|create)\b/.test(text);
// What is put together for each order of a list.
const isInParts = (text) => /\{[a-z]/.test(text);

test("each statement can be prepared", () => {
  const whole = [...statements].filter(([, text]) => !isCommand(text) && !isInParts(text));
  sql(whole.map(([name, text]) => `prepare ${name} as ${text}`).join(";\n"));
});
