-- The key that created an invitation: the invitation ends with it. Unknown of commands, PETSTORE_API_KEY and older ones.
alter table invitations add column creator_id text;
