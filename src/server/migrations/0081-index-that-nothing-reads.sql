-- release: expand
-- transaction: none
-- What it found event_customer_at finds too, and every confirmation and payment wrote it.
drop index concurrently if exists event_customer;
