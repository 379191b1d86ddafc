-- release: expand
-- transaction: none
-- The keys that the first months of events and messages have as parts of a partitioned table.
create unique index concurrently if not exists event_id_at on event (id, at);
create unique index concurrently if not exists message_id_created on message (id, created_at);
