-- When pets came. A profile may have the day; every pet has one that lists are sorted by: this, or the day on which it was added.
-- The program fills in existing pets. Those that the release before adds meanwhile get their day here.
alter table profiles add column arrived_on text;

alter table pets add column arrival text {bytewise} not null default {today};
