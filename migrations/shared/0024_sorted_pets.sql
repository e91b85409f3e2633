-- Which list uses which index is in src/store/queries/sorted-pets.ts.
create index pets_by_arrival on pets (status, arrival, id);

create index pets_by_name on pets (status, substr(name_key, 1, 64), id);
