-- Pets are found by the words of their profiles too. The program fills in existing pets; words of names stay as they are.
select 1;
