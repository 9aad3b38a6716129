-- What the pages of a link do with images of other hosts; null: as the installation has it.
alter table share_links add column remote_images text;

-- Not valid: what is there already is null, and to look at it would take a lock for long.
alter table share_links
  add constraint share_links_remote_images check (remote_images in ('on', 'click', 'off')) not valid;
