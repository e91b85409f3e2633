-- What visitors ask about pets, and how many places of each day are taken.
create table inquiries (
  id {generated_id},
  pet_id bigint not null,
  at bigint not null, -- times are epoch milliseconds
  name text not null,
  contact text not null,
  message text not null,
  state text not null,
  note text,
  changed_at bigint not null
);

create index inquiries_by_pet on inquiries (pet_id, id);
create index inquiries_by_state on inquiries (state, id);
create index inquiries_by_change on inquiries (changed_at, id);

create table inquiry_days (
  day text {bytewise} not null primary key, -- in UTC
  taken integer not null
);
