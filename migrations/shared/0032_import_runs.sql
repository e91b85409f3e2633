-- Imports that stored something, so that they can be listed and undone.
create table import_runs (
  id {generated_id},
  content text not null, -- SHA-256 of the file, hexadecimal
  at bigint not null, -- when it began, in epoch milliseconds
  key_name text, -- of the key that imported; null for the operator
  key_hint text,
  file text,
  revision {int64} not null, -- of the pets that it added, until somebody changes them
  added bigint not null,
  updated bigint not null,
  created_categories bigint not null,
  finished_at bigint,
  undo_begun_at bigint,
  undone_at bigint
);

-- What an import added, and what was removed again.
create table import_ranges (
  id {generated_id},
  import_id bigint not null,
  kind text not null, -- pet, category or removed
  first_id bigint not null,
  last_id bigint not null
);

create index import_ranges_by_import on import_ranges (import_id, kind, first_id);

create index import_runs_by_content on import_runs (content);

-- The import that a file began, to go on with it.
alter table imports add column import_id {int64};
