-- Derived: what pets are found by (decision 012). The distinct words of each pet, and an index of them. Triggers note the pets whose
-- words may have changed; before each commit the program writes the words of those that are noted.
create table pet_texts (
  pet_id integer primary key,
  words text not null
) strict;

-- Words have no white space and no punctuation, and are folded. The prefixes are those that src/store/queries/words/term-search.ts walks.
create virtual table pet_terms using fts5(
  words, content='pet_texts', content_rowid='pet_id', detail=none, columnsize=0, prefix='1 2 3 4 5 6',
  tokenize="ascii tokenchars '$+<=>^`|~'"
);

-- The program merges parts of it, a few pages in each commit: on its own it would merge so many at once that requests wait.
insert into pet_terms (pet_terms, rank) values ('automerge', 0);

-- Each word of each pet, in the order of words.
create virtual table pet_postings using fts5vocab(pet_terms, instance);

create table unindexed_pets (pet_id integer primary key) strict;

create trigger note_added_pet after insert on pets begin
  insert or ignore into unindexed_pets values (new.id);
end;

create trigger note_renamed_pet after update of name on pets when old.name <> new.name begin
  insert or ignore into unindexed_pets values (new.id);
end;

create trigger note_deleted_pet after delete on pets begin
  insert or ignore into unindexed_pets values (old.id);
end;

create trigger note_added_profile after insert on profiles begin
  insert or ignore into unindexed_pets values (new.pet_id);
end;

create trigger note_changed_profile after update on profiles begin
  insert or ignore into unindexed_pets values (new.pet_id);
end;

create trigger note_deleted_profile after delete on profiles begin
  insert or ignore into unindexed_pets values (old.pet_id);
end;
