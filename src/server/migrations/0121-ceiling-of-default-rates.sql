-- release: expand
-- The ceiling of default rates is a value that holds from a day on, as that of ordinary rates is.

alter table dated_value drop constraint dated_value_kind_check;
alter table dated_value add constraint dated_value_kind_check check (kind in ('unit', 'ceiling', 'default-ceiling'));
