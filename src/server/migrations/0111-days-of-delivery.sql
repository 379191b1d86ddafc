-- release: expand
-- The day on which the money arrived, where the rail says it; null otherwise.
alter table payout_result add column paid_on date;
alter table sandbox_payout add column delivered_on date;
