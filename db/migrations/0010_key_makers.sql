-- Who made a key, so that members cannot revoke those of owners and of the operator.

-- Null where it was the operator, or nobody knows. Users may be removed, so it refers to nothing.
alter table api_keys add column created_by uuid;

-- The audit log knows of the keys before. A public id is the uuid's 128 bits, five to a letter.
update api_keys key
   set created_by = event.user_id
  from audit_events event
 where event.account_id = key.account_id
   and event.action = 'key.created'
   and event.user_id is not null
   and event.subject = 'key_' || (
         select string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz',
                                  1 + substring(bits from 1 + 5 * place for 5)::bit(5)::integer,
                                  1), '' order by place)
           from (select B'00' || ('x' || replace(key.id::text, '-', ''))::bit(128) as bits) as id,
                generate_series(0, 25) as place);
