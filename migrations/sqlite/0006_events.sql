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
