-- What the operator has disabled, and the ids of the API in SQL.

-- Since when and why; null where it is not disabled.
alter table accounts add column disabled_at timestamptz, add column disabled_reason text;
alter table artifacts add column disabled_at timestamptz, add column disabled_reason text;
alter table share_links add column disabled_at timestamptz, add column disabled_reason text;

alter table accounts add constraint accounts_disabled
  check ((disabled_at is null) = (disabled_reason is null)) not valid;
alter table artifacts add constraint artifacts_disabled
  check ((disabled_at is null) = (disabled_reason is null)) not valid;
alter table share_links add constraint share_links_disabled
  check ((disabled_at is null) = (disabled_reason is null)) not valid;

-- Why it was done; null where nobody was asked for a reason.
alter table audit_events add column reason text;

-- The id that the API and artifact-admin show of a row: public_id('art', id). The uuid's 128 bits, five
-- to a letter.
create function public_id(prefix text, id uuid) returns text
  language sql immutable strict parallel safe as $$
  select prefix || '_' || string_agg(
           substr('0123456789abcdefghjkmnpqrstvwxyz',
                  1 + substring(bits from 1 + 5 * place for 5)::bit(5)::integer, 1),
           '' order by place)
    from (select B'00' || ('x' || replace(id::text, '-', ''))::bit(128) as bits) as id,
         generate_series(0, 25) as place
$$;

-- The other way round, whatever the prefix: where id = uuid_of('art_…').
create function uuid_of(public_id text) returns uuid
  language plpgsql immutable strict parallel safe as $$
declare
  digits constant text := split_part(public_id, '_', 2);
  bits bit varying := B'';
begin
  if public_id !~ '^[a-z]+_[0-7][0-9a-hjkmnp-tv-z]{25}$' then
    raise exception '"%" is no id of the API', public_id using errcode = 'invalid_text_representation';
  end if;
  for place in 1 .. 26 loop
    bits := bits || (strpos('0123456789abcdefghjkmnpqrstvwxyz', substr(digits, place, 1)) - 1)::bit(5);
  end loop;
  return (select string_agg(to_hex(substring(bits from 3 + 4 * nibble for 4)::bit(4)::integer), ''
                            order by nibble)
            from generate_series(0, 31) as nibble)::uuid;
end
$$;
