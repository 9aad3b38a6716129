-- What the pages of a link do with images of other hosts; null: as the installation has it.
alter table share_links
  add column remote_images text check (remote_images in ('on', 'click', 'off'));
