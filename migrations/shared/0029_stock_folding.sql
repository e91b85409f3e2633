-- One row. Whoever holds it sums up older stock changes (decision 011).
create table stock_folding (
  only_row integer primary key check (only_row = 1),
  last_id bigint not null -- changes up to this id have been looked at
);

insert into stock_folding (only_row, last_id) values (1, 0);
