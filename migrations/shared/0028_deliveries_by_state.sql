-- A list of the deliveries in a state that few have.
create index webhook_deliveries_by_state on webhook_deliveries (webhook_id, state, id);
