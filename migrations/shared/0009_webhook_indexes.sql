-- The log of a webhook.
create index webhook_deliveries_by_webhook on webhook_deliveries (webhook_id, id);

-- What to send next, and the oldest that is not sent: small, because most deliveries have succeeded.
create index webhook_deliveries_due on webhook_deliveries (webhook_id, due_at) where state in ('waiting', 'sending');

create index webhook_deliveries_open on webhook_deliveries (webhook_id, created_at) where state in ('waiting', 'sending');
