-- Another index of words on SQLite: PostgreSQL keeps pet_words.
select 1;
