-- Which search and report uses which index is in src/store/queries/order-search.ts and sales.ts.
create index orders_by_completing on orders (completed_at, id) where completed_at is not null;

create index orders_by_return on orders (returned_at, id) where returned_at is not null;
