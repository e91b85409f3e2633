-- Another number after each change of a pet's profile or photos: what was made of them is valid as long as it is the same.
alter table pets add column revision {int64} not null default 0;
