-- Which list uses which index is in src/store/queries/pet-search.ts and orders.ts.
create index pets_by_category on pets (category_id, status, id);

create index pets_by_letter on pets (substr(name_key, 1, 1), status, id, category_id, substr(name_key, 1, 64));

create index pets_by_initials on pets (substr(name_key, 1, 3), status, id, category_id, substr(name_key, 1, 64));

create index pets_by_name on pets (substr(name_key, 1, 64), id);

create index stock_changes_by_pet on stock_changes (pet_id, id);

create index orders_by_pet on orders (pet_id, complete, id);

create index orders_by_completion on orders (complete, id);
