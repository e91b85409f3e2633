-- Who is told of events. A secret signs, so it is stored as it is (docs/security.md).
create table webhooks (
  id integer primary key autoincrement,
  url text not null,
  types text not null, -- event types, separated by spaces
  description text,
  active integer not null check (active in (0, 1)),
  secret text not null,
  previous_secret text, -- it signs too until previous_until
  previous_until integer, -- times are epoch milliseconds
  created_at integer not null,
  fanned_out_to integer not null, -- the events up to this position have their deliveries
  failing_since integer, -- the first failure after the last success
  disabled_reason text, -- why the service switched it off
  deleted_at integer, -- its deliveries are deleted in batches, then it
  revision integer not null default 0
) strict;

-- One event for one webhook, and its last attempt. A ping has no position.
create table webhook_deliveries (
  id integer primary key autoincrement,
  webhook_id integer not null references webhooks (id),
  position integer,
  type text not null,
  state text not null,
  attempts integer not null default 0,
  created_at integer not null, -- the time of the event
  due_at integer not null, -- of one that is being sent: the end of its lease
  token text, -- the holder of the lease
  attempted_at integer,
  status integer,
  duration_ms integer,
  response text,
  error text,
  unique (webhook_id, position)
) strict;
