-- Which list uses which index is in src/store/queries/pet-search.ts.
create index pet_words_by_words on pet_words (words, pet_id);

create index pet_words_by_letter on pet_words (substr(words, 1, 1), pet_id, status, category_id, words);

create index pet_words_by_initials on pet_words (substr(words, 1, 3), pet_id, status, category_id, words);
