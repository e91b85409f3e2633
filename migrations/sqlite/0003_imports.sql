-- Files that were imported: the same one is not imported twice, and an interrupted import goes on where it stopped.
create table imports (
  content text primary key, -- SHA-256 of the file, hexadecimal
  begun_at integer not null, -- epoch milliseconds
  lines integer not null, -- how many of its animals are taken over
  finished_at integer
) strict;
