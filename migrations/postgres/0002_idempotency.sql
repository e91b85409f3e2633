-- Answers to requests with an Idempotency-Key, stored in the transaction of their effect and kept for a day.
create table idempotency (
  key_id text not null, -- the API key's id: clients cannot meet each other's keys
  idempotency_key text not null,
  fingerprint text not null, -- SHA-256 of what was asked, hexadecimal
  answer text not null, -- JSON; empty inside of the transaction that is making it
  created_at bigint not null, -- epoch milliseconds
  primary key (key_id, idempotency_key)
);

create index idempotency_by_age on idempotency (created_at);
