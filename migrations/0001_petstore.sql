-- The whole schema. What only one engine has is in sqlite/ and postgres/. Times are epoch milliseconds unless they say otherwise.
--
-- {id}        a primary key whose values the database generates and never repeats
-- {bytewise}  compared byte by byte, as the program compares: a locale of PostgreSQL would sort differently
-- {strict}    SQLite refuses values of other types
-- {by_key}    SQLite keeps the rows in the order of their primary key, without another tree
-- bigint is integer on SQLite, which has no other name for it.

-- The steps of the schema that this database has. `needs`: the step that a program must know at least. Rows that a step adds are filled
-- in while the service runs: up to `position`, and completely since `filled_at`.
create table schema_steps (
  version integer primary key,
  name text not null,
  applied_at bigint not null,
  needs integer not null,
  position bigint not null,
  filled_at bigint
) {strict};

-- Pets with their stock: an inventory entry is a view of the row, never a second truth.
create table pets (
  id {id},
  name text not null,
  name_key text {bytewise} not null default '', -- derived: what names are compared by
  category_id bigint not null,
  status text not null check (status in ('available', 'pending', 'sold')),
  quantity integer not null check (quantity between 0 and 2147483647),
  revision bigint not null default 0, -- changes with every change of profile or photos
  arrival text {bytewise} not null default '' -- the day that lists are sorted by: of the profile, or when the pet was added
) {strict};

create index pets_by_status on pets (status, id);
create index pets_by_category on pets (category_id, status, id);
create index pets_by_arrival on pets (status, arrival, id);
create index pets_by_name on pets (status, substr(name_key, 1, 64), id);

-- What is known of pets. A pet of which nothing is known has no row.
create table profiles (
  pet_id bigint primary key,
  breed text,
  sex text,
  birth_date text, -- a year, a month or a day
  size text,
  color text,
  neutered integer,
  description text,
  tags text, -- a JSON array
  price_amount bigint, -- in the smallest unit of the currency
  price_currency text,
  reference text,
  microchip text,
  arrived_on text,
  published integer -- 0 for a pet that visitors do not see
) {strict};

create index profiles_by_reference on profiles (reference, pet_id);
create index profiles_by_microchip on profiles (microchip, pet_id);

-- Derived: the tags of profiles in the form in which they are compared.
create table pet_tags (
  pet_id bigint not null,
  tag text {bytewise} not null,
  primary key (pet_id, tag)
) {strict};

create index pet_tags_by_tag on pet_tags (tag, pet_id);

-- Pets that belong together: a row for each of two directions (decision 089).
create table pet_pairs (
  id {id},
  pet_id bigint not null,
  other_id bigint not null
) {strict};

create unique index pet_pairs_by_pet on pet_pairs (pet_id, other_id);
create index pet_pairs_by_other on pet_pairs (other_id);

create table categories (
  id {id},
  name text not null,
  name_key text {bytewise} not null unique, -- derived, as that of pets
  description text,
  care_plan text -- a JSON array
) {strict};

-- Every change of a pet's stock: the deltas of a pet add up to its quantity.
create table stock_changes (
  id {id},
  pet_id bigint not null,
  delta integer not null,
  quantity integer not null, -- after the change
  reason text not null,
  note text,
  order_id bigint,
  at bigint not null
) {strict};

create index stock_changes_by_pet on stock_changes (pet_id, id);

-- One row, which locks the work of summing up older stock changes (decision 011).
create table stock_folding (
  only_row integer primary key check (only_row = 1),
  last_id bigint not null -- changes up to this id have been processed
) {strict};

insert into stock_folding (only_row, last_id) values (1, 0);

-- Photos. Their bytes have a table of their own, which no list reads.
create table photos (
  id {id},
  pet_id bigint not null,
  token text {bytewise} not null unique, -- names the files in their addresses
  width integer not null,
  height integer not null,
  alt text,
  position integer not null, -- from 1, without gaps
  placeholder text not null,
  created_at bigint not null
) {strict};

create index photos_by_pet on photos (pet_id, position);

create table photo_files (
  id {id},
  photo_id bigint not null,
  size text not null,
  bytes {bytes} not null
);

create unique index photo_files_by_photo on photo_files (photo_id, size);

-- Orders. A complete order outlives its pet, so it remembers what it needs of it.
create table orders (
  id {id},
  pet_id bigint not null,
  quantity integer not null check (quantity between 0 and 2147483647),
  sale_id bigint, -- the id of the first order of its sale
  receipt_id bigint, -- of its completion
  ship_date bigint,
  ship_day text, -- the day without a time, whose beginning ship_date is
  complete integer not null check (complete in (0, 1)),
  placed_at bigint,
  completed_at bigint,
  customer_name text,
  customer_contact text,
  note text,
  price_amount bigint, -- amounts are in the smallest unit of their currency
  price_currency text,
  pet_name text,
  pet_category_id bigint,
  pet_category text,
  pet_reference text,
  ready_at bigint,
  returned_quantity integer not null default 0 check (returned_quantity between 0 and quantity), -- of all returns
  latest_return_at bigint,
  refund_amount bigint, -- of all returns
  refund_currency text
) {strict};

create index orders_by_pet on orders (pet_id, complete, id);
create index orders_by_completion on orders (complete, id);
create index orders_by_due on orders (coalesce(ship_date, 253402300800000), id) where complete = 0; -- after all dates: none
create index orders_by_sale on orders (sale_id, id) where sale_id is not null;
create index orders_by_placing on orders (placed_at, id);
create index orders_by_completing on orders (completed_at, id) where completed_at is not null;
create index orders_by_return on orders (latest_return_at, id) where latest_return_at is not null;

-- Receipts of completions (decision 088). Voided ones stay when their orders are cancelled, so they have the sums of those.
create table receipts (
  id bigint primary key, -- the year and the number in it: 2026000000042
  at bigint not null,
  voided_at bigint,
  sale_id bigint,
  order_ids text not null, -- separated by spaces
  sums text not null, -- by currency, separated by spaces: orders/pets/amount, as 2/3/15000EUR; 1/1/ has no price
  tax_rate integer -- in hundredths of a per cent
) {strict};

create index receipts_by_time on receipts (at, id);
create index receipts_by_voiding on receipts (voided_at, id) where voided_at is not null;

-- The last number of each year. Its row is locked from a completion to its commit, so that no number is missing.
create table receipt_years (
  year integer primary key,
  last_nth bigint not null
) {strict};

-- What came back of complete orders, part by part.
create table order_returns (
  id {id},
  order_id bigint not null,
  at bigint not null,
  quantity integer not null,
  restock integer not null check (restock in (0, 1)),
  refund_amount bigint,
  refund_currency text,
  note text
) {strict};

create index order_returns_by_order on order_returns (order_id, id);
create index order_returns_by_time on order_returns (at, id);

-- Derived: the words of customers' names. A row for each word, with the name from there on and then what comes before it.
create table order_words (
  order_id bigint not null,
  nth integer not null,
  words text {bytewise} not null,
  primary key (order_id, nth)
) {strict};

create index order_words_by_words on order_words (words, order_id);

-- What was done for pets, and what is due: done_on or due_on is there. Days are those of the shop's time zone.
create table care (
  id {id},
  pet_id bigint not null,
  kind text {bytewise} not null,
  what text not null,
  done_on text {bytewise},
  due_on text {bytewise},
  every_days integer,
  grams integer,
  batch text,
  done_by text,
  note text,
  next_id bigint, -- the entry that this one made when it was done
  check (done_on is not null or due_on is not null)
) {strict};

create index care_by_pet on care (pet_id, id);

-- Small, because most of it is done: what is due. With the pet, so that a list of pets need not read each entry.
create index care_due on care (due_on, id, pet_id) where done_on is null;
create index care_due_by_kind on care (kind, due_on, id) where done_on is null;
create index care_due_by_pet on care (pet_id, due_on, id) where done_on is null;

-- What visitors ask about pets, and how many inquiries each day has accepted.
create table inquiries (
  id {id},
  pet_id bigint not null,
  at bigint not null,
  name text not null,
  contact text not null,
  message text not null,
  state text not null,
  note text,
  changed_at bigint not null
) {strict};

create index inquiries_by_pet on inquiries (pet_id, id);
create index inquiries_by_state on inquiries (state, id);
create index inquiries_by_change on inquiries (changed_at, id);

create table inquiry_days (
  day text {bytewise} not null primary key, -- in UTC
  taken integer not null
) {strict};

create table api_keys (
  id text {bytewise} primary key,
  name text not null,
  hint text not null,
  hash text {bytewise} not null unique, -- SHA-256 of the key, hexadecimal
  scopes text not null, -- separated by spaces
  created_at bigint not null,
  expires_at bigint,
  revoked_at bigint,
  last_used_at bigint,
  created_by text, -- the name of a key
  position bigint not null default 0 -- in the order of creation
) {strict};

create index api_keys_by_position on api_keys (position);

-- One row: every process compares the revision to notice that keys changed.
create table key_revision (
  only_row integer primary key check (only_row = 1),
  revision bigint not null
) {strict};

insert into key_revision (only_row, revision) values (1, 0);

-- At most one row: the process that inserts it creates the first key.
create table first_key (
  only_row integer primary key check (only_row = 1),
  claimed_at bigint not null
) {strict};

-- Invitations of people. Only the hash of the secret in their address is stored.
create table invitations (
  id {id},
  name text not null,
  hash text not null,
  scopes text not null, -- separated by spaces
  created_at bigint not null,
  created_by text, -- the name of a key
  creator_id text, -- the id of that key, with which the invitation ends
  expires_at bigint not null,
  used_at bigint,
  withdrawn_at bigint
) {strict};

create unique index invitations_by_hash on invitations (hash);

-- Which key calls operations that will be removed, and how often.
create table deprecated_calls (
  id text {bytewise} primary key, -- the key's id and the operation
  key_id text not null,
  operation text not null,
  calls bigint not null,
  last_at bigint not null
) {strict};

create index deprecated_calls_by_key on deprecated_calls (key_id);

-- Responses to requests with an Idempotency-Key, stored in the transaction of their effect and kept for a day.
create table idempotency (
  id text {bytewise} primary key, -- SHA-256 of the API key's id and the Idempotency-Key: no client gets another's
  fingerprint text not null, -- SHA-256 of the request, hexadecimal
  answer text not null, -- JSON; empty within the transaction that makes it
  created_at bigint not null
) {by_key};

create index idempotency_by_age on idempotency (created_at);

-- Files that were imported: none is imported twice, and an interrupted import continues where it stopped.
create table imports (
  content text {bytewise} primary key, -- SHA-256 of the file, hexadecimal
  begun_at bigint not null,
  lines bigint not null, -- how many of its pets are stored
  finished_at bigint,
  import_id bigint -- the import to continue
) {strict};

-- Imports that stored something, so that they can be listed and undone.
create table import_runs (
  id {id},
  content text not null, -- SHA-256 of the file, hexadecimal
  at bigint not null, -- when it began
  key_name text, -- of the key that imported; null for the operator
  key_hint text,
  file text,
  revision bigint not null, -- of the pets that it added, until somebody changes them
  added bigint not null,
  updated bigint not null,
  created_categories bigint not null,
  finished_at bigint,
  undo_begun_at bigint,
  undone_at bigint,
  leased_until bigint -- of one that is all or nothing: then it has been left, and is undone
) {strict};

create index import_runs_by_content on import_runs (content);

-- What an import added, and what was removed again.
create table import_ranges (
  id {id},
  import_id bigint not null,
  kind text not null, -- pet, category or removed
  first_id bigint not null,
  last_id bigint not null
) {strict};

create index import_ranges_by_import on import_ranges (import_id, kind, first_id);

-- What an import changed of pets that existed.
create table import_updates (
  id {id},
  import_id bigint not null,
  pet_id bigint not null,
  before text not null, -- JSON of the members that changed
  after text not null
) {strict};

create index import_updates_by_import on import_updates (import_id, id);

-- Which pet a line of a file became, until its photos are fetched.
create table import_lines (
  id {id},
  content text {bytewise} not null, -- SHA-256 of the file, hexadecimal
  line bigint not null,
  pet_id bigint not null
) {strict};

create unique index import_lines_by_line on import_lines (content, line);

-- Addresses whose photos pets have got, also after they were removed: none is fetched twice.
create table fetched_photos (
  id {id},
  pet_id bigint not null,
  address text {bytewise} not null
) {strict};

create unique index fetched_photos_by_pet on fetched_photos (pet_id, address);

-- Every change, in the one order that is the same for all readers. No position is used twice.
create table events (
  position {position},
  at bigint not null,
  type text not null,
  pet_id bigint,
  key_name text,
  key_hint text,
  data text not null, -- JSON of the resource after the change
  previous text, -- JSON of the members that changed, as they were
  note text
) {strict};

create index events_by_pet on events (pet_id, position);

-- One row, which locks the numbering of events where many write at once.
create table event_head (
  only_row integer primary key check (only_row = 1),
  last_position bigint not null,
  deleted_to bigint not null -- events up to this position are no longer kept
) {strict};

insert into event_head (only_row, last_position, deleted_to) values (1, 0, 0);

-- One row: when expired rows were last deleted, and since when the clock has kept that from being done (decision 072).
create table purges (
  only_row integer primary key check (only_row = 1),
  at bigint,
  refused_at bigint
) {strict};

insert into purges (only_row) values (1);

-- Derived: how many events there were, by quarter hour and type. Every time zone's day starts at a quarter hour.
create table activity (
  id text {bytewise} primary key, -- the quarter and the type
  quarter bigint not null, -- since 1970-01-01 in UTC
  type text not null,
  events bigint not null
) {strict};

create index activity_by_quarter on activity (quarter, type);

-- Receivers of events. A secret signs, so it is stored as it is (docs/security.md).
create table webhooks (
  id {id},
  url text not null,
  types text not null, -- event types, separated by spaces
  description text,
  active integer not null check (active in (0, 1)),
  secret text not null,
  previous_secret text, -- signs too until previous_until
  previous_until bigint,
  created_at bigint not null,
  fanned_out_to bigint not null, -- the events up to this position have their deliveries
  failing_since bigint, -- the first failure after the last success
  disabled_reason text, -- why the service switched it off
  deleted_at bigint, -- its deliveries are deleted in batches, then it
  revision integer not null default 0,
  state_since bigint, -- when it was switched on or off, or recovered
  last_success_at bigint
) {strict};

-- One event for one webhook, and its last attempt. A ping has no position.
create table webhook_deliveries (
  id {id},
  webhook_id bigint not null references webhooks (id),
  position bigint,
  type text not null,
  state text not null,
  attempts integer not null default 0,
  created_at bigint not null, -- the time of the event
  due_at bigint not null, -- while it is being sent: the end of its lease
  token text, -- the holder of the lease
  attempted_at bigint,
  status integer,
  duration_ms integer,
  response text,
  error text,
  attempts_before integer not null default 0, -- before a person had it sent again: the pauses start over
  unique (webhook_id, position)
) {strict};

create index webhook_deliveries_by_webhook on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_by_state on webhook_deliveries (webhook_id, state, id);

-- Small, because most deliveries have succeeded: what to send next, and the oldest that is not sent.
create index webhook_deliveries_due on webhook_deliveries (webhook_id, due_at) where state in ('waiting', 'sending');
create index webhook_deliveries_open on webhook_deliveries (webhook_id, created_at) where state in ('waiting', 'sending');
