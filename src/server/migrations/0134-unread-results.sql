-- release: expand
-- transaction: none
-- A line of a result file that is not understood stops alone and waits for a person; the others count.
alter table payout_result drop constraint if exists payout_result_kind_check;
alter table payout_result add constraint payout_result_kind_check
  check (kind in ('result', 'acknowledgement', 'unread')) not valid;
alter table payout_result validate constraint payout_result_kind_check;
alter table payout_result drop constraint if exists payout_result_outcome_check;
alter table payout_result add constraint payout_result_outcome_check
  check (outcome in ('decided', 'known', 'contradicted', 'unmatched', 'acknowledged', 'unread')) not valid;
alter table payout_result validate constraint payout_result_outcome_check;
create index concurrently if not exists payout_result_unread on payout_result (file_id, line) where outcome = 'unread';
