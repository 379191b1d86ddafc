-- release: expand
-- The accepted texts of a loan have grown beyond 2 kB, from where PostgreSQL compresses a row: a tenth of what a
-- confirmation costs it, for a third of the row.
alter table acceptance set (toast_tuple_target = 4080);
