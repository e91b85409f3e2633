-- Animals with their stock: an inventory entry is a view of the row, never a second truth.
-- AUTOINCREMENT: an id is never given twice, not even after the newest row was deleted.
create table pets (
  id integer primary key autoincrement,
  name text not null,
  category_id integer not null,
  status text not null check (status in ('available', 'pending', 'sold')),
  quantity integer not null check (quantity between 0 and 2147483647)
) strict;

create index pets_by_status on pets (status, id);

create table orders (
  id integer primary key autoincrement,
  pet_id integer not null references pets (id),
  quantity integer not null check (quantity between 0 and 2147483647),
  ship_date integer not null, -- epoch milliseconds
  complete integer not null check (complete in (0, 1))
) strict;

-- Times are epoch milliseconds.
create table api_keys (
  id text primary key,
  name text not null,
  hint text not null,
  hash text not null unique, -- SHA-256 of the key, hexadecimal
  scopes text not null, -- separated by spaces
  created_at integer not null,
  expires_at integer,
  revoked_at integer,
  last_used_at integer
) strict;

-- One row: every process compares the revision to notice that keys changed.
create table key_revision (
  only_row integer primary key check (only_row = 1),
  revision integer not null
) strict;

insert into key_revision (only_row, revision) values (1, 0);

-- At most one row: who inserts it makes the first key.
create table first_key (
  only_row integer primary key check (only_row = 1),
  claimed_at integer not null
) strict;
