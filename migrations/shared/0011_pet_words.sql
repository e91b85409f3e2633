-- What a pet is found by: a row for each word of its name, with the name from there on and then what comes before. The program folds
-- them, and fills in existing pets. The status and the category are the pet's: a list skips what it does not want without reading pets.
create table pet_words (
  pet_id bigint not null,
  nth integer not null,
  words text {bytewise} not null,
  status text not null,
  category_id bigint not null,
  primary key (pet_id, nth)
){by_key};

-- Words serve these lists too.
drop index pets_by_letter;

drop index pets_by_initials;

drop index pets_by_name;
