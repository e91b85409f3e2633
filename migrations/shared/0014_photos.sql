-- The bytes have a table of their own, which no list reads.
create table photos (
  id {generated_id},
  pet_id bigint not null,
  token text {bytewise} not null unique, -- names the files in their addresses
  width integer not null,
  height integer not null,
  alt text,
  position integer not null, -- from 1, without gaps
  placeholder text not null,
  created_at bigint not null -- epoch milliseconds
);

create index photos_by_pet on photos (pet_id, position);

create table photo_files (
  id {generated_id},
  photo_id bigint not null,
  size text not null,
  bytes {bytes} not null
);

create unique index photo_files_by_photo on photo_files (photo_id, size);
