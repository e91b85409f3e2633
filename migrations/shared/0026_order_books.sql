-- What an order remembers of its pet, since when it is ready, and its return. The program fills in the pets of existing orders.
alter table orders add column pet_name text;
alter table orders add column pet_category_id {int64};
alter table orders add column pet_category text;
alter table orders add column pet_reference text;
alter table orders add column ready_at {int64};
alter table orders add column returned_at {int64};
alter table orders add column refund_amount {int64}; -- in the smallest unit of the currency
alter table orders add column refund_currency text;
alter table orders add column refund_note text;
