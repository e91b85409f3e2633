-- What names are compared by. The program computes it, because SQL folds ASCII only; it fills in existing rows.
alter table pets add column name_key text not null default '';

create table categories (
  id integer primary key autoincrement,
  name text not null,
  name_key text not null unique,
  description text
) strict;

-- Every change of a pet's stock: the deltas of a pet add up to its quantity.
create table stock_changes (
  id integer primary key autoincrement,
  pet_id integer not null,
  delta integer not null,
  quantity integer not null, -- after the change
  reason text not null,
  note text,
  order_id integer,
  at integer not null -- epoch milliseconds
) strict;

-- The ship date may be open, and a complete order outlives its pet.
create table new_orders (
  id integer primary key autoincrement,
  pet_id integer not null,
  quantity integer not null check (quantity between 0 and 2147483647),
  ship_date integer, -- epoch milliseconds
  complete integer not null check (complete in (0, 1))
) strict;

insert into new_orders (id, pet_id, quantity, ship_date, complete)
select id, pet_id, quantity, ship_date, complete from orders;

drop table orders;

alter table new_orders rename to orders;

update api_keys set scopes = '*'
where scopes = 'pets:read pets:write inventory:read inventory:write orders:read orders:write';

update key_revision set revision = revision + 1;
