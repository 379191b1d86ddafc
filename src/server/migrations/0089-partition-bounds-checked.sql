-- release: expand
-- Reads every row once; nobody waits meanwhile.
alter table event validate constraint event_until;
alter table message validate constraint message_until;
