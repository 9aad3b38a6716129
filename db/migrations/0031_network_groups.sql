-- What strangers can store is limited for each group of networks (core/identity/client_network.h): the oldest
-- that nobody has used gives way. Rows of the previous release have no group, and end by their age.

alter table oauth_clients add column if not exists network_group smallint;
create index if not exists oauth_clients_unused on oauth_clients (network_group, id) where last_allowed_at is null;

alter table oauth_device_codes add column if not exists network_group smallint;
create index if not exists oauth_device_codes_undecided on oauth_device_codes (network_group, expires_at)
  where grant_id is null and not is_denied;
