-- How far the PDF is that is made of an artifact's document: rendering, ready or failed, and why it
-- failed. Null where none is made of it, or it was written by a release that did not record this.
alter table artifacts
  add column pdf_status text,
  add column pdf_problem text;

-- Not valid: what is there already is null, and to look at it would take a lock for long.
alter table artifacts
  add constraint artifacts_pdf_status check (pdf_status in ('rendering', 'ready', 'failed')) not valid;
