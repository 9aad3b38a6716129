-- A key loses scopes while the user who created it is a member only, so workers that keep it in memory hear of a
-- changed role.
create or replace function announce_changed_user() returns trigger language plpgsql as $$
begin
  perform pg_notify('api_keys_changed', encode(token.token_hash, 'hex'))
    from oauth_grants granted
    join oauth_tokens token on token.grant_id = granted.id
   where granted.user_id = new.id and token.kind = 'access' and token.expires_at > now();
  if new.role <> old.role then
    perform pg_notify('api_keys_changed', encode(secret_hash, 'hex'))
      from api_keys
     where account_id = new.account_id and created_by = new.id and revoked_at is null;
  end if;
  return null;
end
$$;
