-- Pictures for link previews: a link may have one that shows nothing of the content.

-- PostgreSQL 15.20 alters no table whose row type a function uses, so these are made again. state_of() serves the
-- release before.
drop function state_of(share_links, timestamptz, bigint, timestamptz);
drop function link_status(share_links, timestamptz, boolean);
drop function shared_link_of(share_links, timestamptz, bigint, timestamptz);
drop type shared_link;

alter table share_links
  -- Whether the picture for link previews shows the content.
  add column cards text not null default 'on'
    constraint share_links_cards check (cards in ('on', 'off'));

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

-- A link as its owner sees it now: as before, and with the column above.
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
