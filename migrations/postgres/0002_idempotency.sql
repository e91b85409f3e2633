-- Answers to requests with an Idempotency-Key, stored in the transaction of their effect and kept for a day.
create table idempotency (
  id text primary key, -- SHA-256 of the API key's id and the Idempotency-Key: clients cannot meet each other's
  fingerprint text not null, -- SHA-256 of what was asked, hexadecimal
  answer text not null, -- JSON; empty inside of the transaction that is making it
  created_at bigint not null -- epoch milliseconds
);

create index idempotency_by_age on idempotency (created_at);
