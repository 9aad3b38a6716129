-- Pinned links: a link may show one version of its artifact, and its viewers the history. And what else a link says of
-- its pages.

-- PostgreSQL 15.20 alters no table whose row type a function uses, so these are made again. state_of() serves the
-- release before.
drop function state_of(share_links, timestamptz, bigint, timestamptz);
drop function link_status(share_links, timestamptz, boolean);

alter table share_links
  -- The version that it shows; null: the latest.
  add column version integer check (version > 0),
  -- Whether its viewers can read other versions too, and what has changed.
  add column show_history boolean not null default false,
  -- What its pages do when there is a newer version.
  add column live text not null default 'offer'
    constraint share_links_live check (live in ('auto', 'offer', 'off')),
  -- Whether its pages show who shares; null: as the account says.
  add column show_sender boolean,
  -- Whether the picture for link previews shows the content.
  add column cards text not null default 'on'
    constraint share_links_cards check (cards in ('on', 'off'));
create index share_links_pinned on share_links (account_id, artifact_id, version)
  where version is not null and revoked_at is null;

create function state_of(link share_links, artifact_expires_at timestamptz, views bigint,
                         viewed_at timestamptz) returns link_state
  language sql stable parallel safe
  return row(link.id, link.artifact_id, link.signing_key_id, link.created_at,
             nullif(least(link.expires_at, artifact_expires_at), 'infinity'),
             link.allow_download, link.password_hash is not null, link.max_views,
             link.view_count + views, greatest(link.last_viewed_at, viewed_at), link.revoked_at,
             least(link.expires_at, artifact_expires_at) <= now()
               or coalesce(link.view_count >= link.max_views, false),
             link.remote_images, link.disabled_at, link.disabled_reason,
             coalesce(artifact_expires_at < link.expires_at, false),
             nullif(link.expires_at, 'infinity'), link.name)::link_state;

create function link_status(link share_links, artifact_expires_at timestamptz, is_shown boolean) returns text
  language sql stable parallel safe
  return case when link.revoked_at is not null then 'revoked'
              when is_shown and link.disabled_at is null
                   and least(link.expires_at, artifact_expires_at) > now()
                   and coalesce(link.view_count < link.max_views, true) then 'active'
              else 'ended'
         end;

-- A link as its owner sees it now: with the columns of link_state, and those above.
create type shared_link as (
  id uuid, artifact_id uuid, signing_key_id text, created_at timestamptz, expires_at timestamptz,
  allow_download boolean, has_password boolean, max_views integer, view_count bigint,
  last_viewed_at timestamptz, revoked_at timestamptz, has_ended boolean, remote_images text,
  disabled_at timestamptz, disabled_reason text, ends_by_artifact boolean, own_end timestamptz,
  name text, version integer, show_history boolean, live text, show_sender boolean, cards text
);
create function shared_link_of(link share_links, artifact_expires_at timestamptz, views bigint,
                               viewed_at timestamptz) returns shared_link
  language sql stable parallel safe
  return row(link.id, link.artifact_id, link.signing_key_id, link.created_at,
             nullif(least(link.expires_at, artifact_expires_at), 'infinity'),
             link.allow_download, link.password_hash is not null, link.max_views,
             link.view_count + views, greatest(link.last_viewed_at, viewed_at), link.revoked_at,
             least(link.expires_at, artifact_expires_at) <= now()
               or coalesce(link.view_count >= link.max_views, false),
             link.remote_images, link.disabled_at, link.disabled_reason,
             coalesce(artifact_expires_at < link.expires_at, false),
             nullif(link.expires_at, 'infinity'), link.name, link.version, link.show_history,
             link.live, link.show_sender, link.cards)::shared_link;

-- Whether a link shows this version, so that it is kept until the link is revoked or removed.
create function is_pinned(of_account uuid, of_artifact uuid, of_version integer) returns boolean
  language sql stable parallel safe
  return exists (select from share_links
                  where account_id = of_account and artifact_id = of_artifact and version = of_version
                    and revoked_at is null);

-- For what was made of erased versions and is removed on every host.
create index artifact_versions_erased on artifact_versions (erased_at) where erased_at is not null;

-- Why a link cannot show this version: 'missing' or 'erased'; null if it can. Then nobody changes the artifact or
-- removes the version until the transaction ends, and after that they see the link.
create function refuse_pin(of_artifact uuid, wanted bigint) returns text strict language plpgsql as $$
declare
  was_erased boolean;
begin
  perform from artifacts where id = of_artifact and version = wanted for share;
  if found then
    return null;
  end if;
  select erased_at is not null into was_erased
    from artifact_versions
   where artifact_id = of_artifact and version = wanted
     for key share;
  return case when not found then 'missing' when was_erased then 'erased' end;
end
$$;

-- Whoever removes versions, pinned ones stay. Links of a removed artifact are gone before its versions.
create function keep_pinned_version() returns trigger language plpgsql as $$
begin
  if is_pinned(old.account_id, old.artifact_id, old.version) then
    return null;
  end if;
  return old;
end
$$;
create trigger keep_pinned_version before delete on artifact_versions
  for each row execute function keep_pinned_version();

-- As before, except that a pinned version is always kept.
create or replace function keep_version() returns trigger language plpgsql as $$
declare
  sets_content constant boolean := tg_argv[0] = 'content';
  changes constant text[] := array_remove(array[
    case when sets_content and new.content <> old.content then 'content' end,
    case when new.title is distinct from old.title then 'title' end,
    case when new.description is distinct from old.description then 'description' end], null);
  is_left_out boolean;
begin
  if new.version > old.version then
    return new;
  end if;
  if changes = '{}' then
    new.version_at := old.version_at;
    new.version_author := old.version_author;
    new.version_note := old.version_note;
    new.version_appends := old.version_appends;
    return new;
  end if;
  -- A statement that does not know of versions.
  if new.version_at is not distinct from old.version_at then
    new.version_at := date_trunc('milliseconds', now());
    new.version_author := null;
    new.version_note := null;
    new.version_appends := false;
  end if;
  if 'content' = any(changes) and new.content_hash = old.content_hash then
    new.content_hash := null;
  end if;
  new.version := old.version + 1;
  new.version_changes := changes;
  is_left_out := current_setting('artifact_share.keeps_version', true) = 'off';
  if is_left_out then
    perform set_config('artifact_share.keeps_version', '', true);
  else
    is_left_out := new.version_appends and old.version_appends
                   and new.version_author[1:2] = old.version_author[1:2]
                   and exists (select from artifact_versions
                                where artifact_id = old.id and kept_at > now() - interval '1 hour');
  end if;
  if is_left_out and not is_pinned(old.account_id, old.id, old.version) then
    return new;
  end if;
  insert into artifact_versions
    (artifact_id, version, account_id, created_at, author, note, changes, title, description, content, content_hash,
     bytes)
  values (old.id, old.version, old.account_id, coalesce(old.version_at, old.created_at), old.version_author,
          old.version_note, old.version_changes, old.title, old.description, old.content, old.content_hash,
          octet_length(old.content));
  -- It counts in the account's storage, as kind `history` of no template.
  insert into artifact_counts
  values (old.account_id, 'history', '', pg_backend_pid() % 16, 0, octet_length(old.content))
  on conflict (account_id, listed_as, template, slot)
  do update set bytes = artifact_counts.bytes + excluded.bytes;
  return new;
end
$$;

-- Removes the account's oldest versions that are not pinned until that frees as many bytes, at most 32 MiB of 1,000
-- versions, and returns how many it has freed. Where all together are not enough, it removes none.
create function remove_oldest_versions(of_account uuid, wanted bigint) returns bigint language plpgsql as $$
declare
  largest_step constant bigint := 33554432;
  freed bigint;
begin
  if (select sum(bytes) from artifact_counts where account_id = of_account and listed_as = 'history')
     - (select coalesce(sum(bytes), 0)
          from artifact_versions
          join (select distinct artifact_id, version
                  from share_links
                 where account_id = of_account and version is not null and revoked_at is null) as pinned
         using (artifact_id, version)
         where erased_at is null) < wanted then
    return 0;
  end if;
  with oldest as materialized (
    select artifact_id, version, bytes, kept_at
      from artifact_versions kept
     where account_id = of_account and erased_at is null
       and not exists (select from share_links link
                        where link.account_id = of_account and link.artifact_id = kept.artifact_id
                          and link.version = kept.version and link.revoked_at is null)
     order by kept_at, artifact_id, version
     limit 1000
  ), due as materialized (
    select artifact_id, version
      from (select artifact_id, version,
                   sum(bytes) over (order by kept_at, artifact_id, version) - bytes as bytes_before
              from oldest) as listed
     where bytes_before < least(wanted, largest_step)
  ), gone as (
    delete from artifact_versions kept
     using due
     where kept.artifact_id = due.artifact_id and kept.version = due.version and kept.erased_at is null
    returning kept.bytes
  )
  select coalesce(sum(bytes), 0) into freed from gone;
  return freed;
end
$$;

-- As before, and for the artifact of which the content before may be pinned: then it has to be kept.
drop function admit_version(uuid, bigint, bigint, text);
create function admit_version(of_account uuid, bytes_before bigint, bytes_after bigint, plan_limits text,
                              of_artifact uuid default null,
                              out refused text, out most bigint, out used bigint)
  language plpgsql as $$
begin
  -- An update before this one in the transaction may not have come to it.
  perform set_config('artifact_share.keeps_version', '', true);
  select admitted.refused, admitted.most, admitted.used into refused, most, used
    from admit_content(of_account, 0, bytes_after, plan_limits) as admitted;
  if refused is null or refused = 'history'
     or exists (select from artifacts where id = of_artifact and is_pinned(of_account, id, version)) then
    return;
  end if;
  select admitted.refused, admitted.most, admitted.used into refused, most, used
    from admit_content(of_account, 0, bytes_after - bytes_before, plan_limits) as admitted;
  if refused is null then
    perform set_config('artifact_share.keeps_version', 'off', true);
  end if;
end
$$;
