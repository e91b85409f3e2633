create index events_by_pet on events (pet_id, position);

-- One row. Whoever holds it gives events their positions; SQLite numbers them itself.
create table event_head (
  only_row integer primary key check (only_row = 1),
  last_position bigint not null,
  deleted_to bigint not null -- events up to this position are no longer kept
);

insert into event_head (only_row, last_position, deleted_to) values (1, 0, 0);
