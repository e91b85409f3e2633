-- Which key calls what will be removed, and how often.
create table deprecated_calls (
  id text primary key, -- the key's id and the operation
  key_id text not null,
  operation text not null,
  calls bigint not null,
  last_at bigint not null -- epoch milliseconds
);

create index deprecated_calls_by_key on deprecated_calls (key_id);
