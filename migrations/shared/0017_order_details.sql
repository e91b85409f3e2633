-- Whose an order is, what it costs, and when it was placed and completed (epoch milliseconds; not known of every older order).
alter table orders add column placed_at {int64};
alter table orders add column completed_at {int64};
alter table orders add column customer_name text;
alter table orders add column customer_contact text;
alter table orders add column note text;
alter table orders add column price_amount {int64}; -- in the smallest unit of the currency
alter table orders add column price_currency text;

-- What an order is found by: the words of the customer's name, once from each word on, as in pet_words. An order without a
-- customer has none.
create table order_words (
  order_id bigint not null,
  nth integer not null,
  words text {bytewise} not null,
  primary key (order_id, nth)
);
