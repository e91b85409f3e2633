-- How a webhook does. Both are epoch milliseconds and unknown for older webhooks.
alter table webhooks add column state_since {int64}; -- when it was switched on or off, or recovered
alter table webhooks add column last_success_at {int64};

-- The attempts before a person had the message sent again: the pauses start over, and the count of attempts does not.
alter table webhook_deliveries add column attempts_before integer not null default 0;
