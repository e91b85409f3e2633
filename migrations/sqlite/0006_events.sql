-- Every change, in the order of its commit. AUTOINCREMENT: a position is never used twice, not even after the newest row is deleted.
create table events (
  position integer primary key autoincrement,
  at integer not null, -- epoch milliseconds
  type text not null,
  pet_id integer,
  key_name text,
  key_hint text,
  data text not null, -- JSON of the resource after the change
  previous text, -- JSON of the members that changed, as they were
  note text
) strict;

-- How many events there were, by day (days since 1970-01-01, UTC) and type.
create table activity (
  id text primary key, -- the day and the type
  day integer not null,
  type text not null,
  events integer not null
) strict;
create index activity_by_day on activity (day, type);

-- What an import added so far.
alter table imports add column added integer not null default 0;
alter table imports add column first_id integer;
alter table imports add column last_id integer;
