-- The links of all artifacts of an account, newest first.

-- concurrently

create index concurrently share_links_of_account on share_links (account_id, created_at, id);
