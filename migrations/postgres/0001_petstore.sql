-- Derived: what pets are found by (decision 012). A row for each word, with the words from there on and then what comes before. The
-- status and the category are the pet's: a list skips what it does not want without reading pets.
create table pet_words (
  pet_id bigint not null,
  nth integer not null,
  words text {bytewise} not null,
  status text not null,
  category_id bigint not null,
  primary key (pet_id, nth)
);

create index pet_words_by_words on pet_words (words, pet_id);
create index pet_words_by_letter on pet_words (substr(words, 1, 1), pet_id, status, category_id, words);
create index pet_words_by_initials on pet_words (substr(words, 1, 3), pet_id, status, category_id, words);

-- Committed changes that have no position yet. Ids are given before the commit: they are no order that a reader could follow.
create table event_inbox (
  id {id},
  at bigint not null,
  type text not null,
  pet_id bigint,
  key_name text,
  key_hint text,
  data text not null,
  previous text,
  note text,
  -- The fence (decision 023): the newest step that the writing program knows.
  known_step integer not null constraint release_may_write check (known_step >= 1)
);
