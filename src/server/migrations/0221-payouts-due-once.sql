-- release: expand
-- transaction: none
-- Open payouts are found by disbursement_turbo_due alone.
drop index concurrently if exists disbursement_due;
