-- Invitations of people. Only the hash of the secret in their address is stored.
create table invitations (
  id {generated_id},
  name text not null,
  hash text not null,
  scopes text not null, -- separated by spaces
  created_at bigint not null, -- times are epoch milliseconds
  created_by text, -- the name of a key
  expires_at bigint not null,
  used_at bigint,
  withdrawn_at bigint
);

create unique index invitations_by_hash on invitations (hash);
