-- release: expand
-- transaction: none
-- The lists of orders that have ended, by country; the index without it serves nothing else.
call fill_pay_out_countries();
create index concurrently if not exists disbursement_ended_of on disbursement (loan_country, state, changed_at, loan_id)
  where state in ('confirmed', 'failed');
drop index concurrently if exists disbursement_ended;
drop procedure if exists fill_pay_out_countries();
