-- Which list uses which index is in src/store/queries/pet-search.ts.
create index pet_words_by_word on pet_words (word, pet_id);

create index pet_words_by_letter on pet_words (substr(word, 1, 1), pet_id, status, category_id, word, nth);

create index pet_words_by_initials on pet_words (substr(word, 1, 3), pet_id, status, category_id, word, nth);
