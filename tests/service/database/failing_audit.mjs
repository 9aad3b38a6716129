// Makes recording audit events of one account fail, to test what then happens to the changes.
import { after, before } from "node:test";
import { sql, uuidOf } from "../api_client.mjs";
import { changeSchema } from "./schema_changes.mjs";

// Events of the accounts in this table cannot be recorded.
const failing = `accounts_without_audit_${process.pid}`;
before(() =>
  changeSchema(`
    create table ${failing} (account_id uuid primary key);
    create function ${failing}() returns trigger language plpgsql as $$
    begin
      if exists (select from ${failing} where account_id = new.account_id) then
        raise 'no space for audit events';
      end if;
      return new;
    end $$;
    create trigger ${failing} before insert on audit_events
      for each row execute function ${failing}()`),
);
after(() =>
  changeSchema(`drop trigger ${failing} on audit_events; drop function ${failing}; drop table ${failing}`),
);

export async function withoutAudit(account, change) {
  sql(`insert into ${failing} values ('${uuidOf(account)}')`);
  try {
    return await change();
  } finally {
    sql(`delete from ${failing} where account_id = '${uuidOf(account)}'`);
  }
}
