-- Who created a key, by the name of a key, and the place of a key in the order of creation.
alter table api_keys add column created_by text;

alter table api_keys add column position {int64} not null default 0;

update api_keys set position = numbered.place
from (select id, row_number() over (order by created_at, id) as place from api_keys) numbered
where numbered.id = api_keys.id;

create index api_keys_by_position on api_keys (position);

-- A new key takes the revision as its position.
update key_revision set revision = revision + (select count(*) from api_keys);
