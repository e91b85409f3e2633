-- What a pet is found by: the start of its name (nth = 0), then each further word. The program folds them, and fills in
-- existing pets. The status and the category are the pet's: a list skips what it does not want without reading pets.
create table pet_words (
  pet_id bigint not null,
  nth integer not null,
  word text {bytewise} not null,
  status text not null,
  category_id bigint not null,
  primary key (pet_id, nth)
);

-- Words serve these lists too.
drop index pets_by_letter;

drop index pets_by_initials;
