-- release: expand
-- The payment in whose place the rest of it counts, by its row: what came, or was moved on, after it on the same day
-- comes after the rest too. Rests of before keep the order of their rows, in which they were booked.
alter table payment add column place bigint;
