-- Which search uses which index is in src/store/queries/order-search.ts.
create index orders_by_placing on orders (placed_at, id);

create index order_words_by_words on order_words (words, order_id);
