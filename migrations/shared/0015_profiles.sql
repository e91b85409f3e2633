-- What is known of pets. A pet of which nothing is known has no row.
create table profiles (
  pet_id {int64} primary key,
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
  microchip text
);

create index profiles_by_reference on profiles (reference, pet_id);

create index profiles_by_microchip on profiles (microchip, pet_id);

-- What pets are found by, in the form in which tags are compared.
create table pet_tags (
  pet_id bigint not null,
  tag text {bytewise} not null,
  primary key (pet_id, tag)
);

create index pet_tags_by_tag on pet_tags (tag, pet_id);
