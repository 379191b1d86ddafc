-- release: expand
-- Until when the process that runs a part of a day keeps it for itself; it is put off while the process lives.
alter table daily_run add column held_by text not null default '';
alter table daily_run add column held_until timestamptz;
