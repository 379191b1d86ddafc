-- release: expand
-- transaction: none
-- The queue of Cobranzas by range of days late, and its loans with broken promises, each in its order.
create index concurrently if not exists portfolio_loan_queue on portfolio_loan (country, day,
  width_bucket(days_late, array[1, 31, 61, 91]), (days_late::bigint * overdue * (1 + broken_promises)) desc, loan_id)
  where days_late > 0;
create index concurrently if not exists portfolio_loan_broken on portfolio_loan (country, day,
  (days_late::bigint * overdue * (1 + broken_promises)) desc, loan_id) where days_late > 0 and broken_promises > 0;
