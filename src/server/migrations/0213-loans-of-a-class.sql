-- release: expand
-- transaction: none
-- The loans behind a class. Those of class 1 are the first ones of portfolio_loan_late.
create index concurrently if not exists portfolio_loan_class on portfolio_loan (country, day, class, days_late, loan_id)
  where class > 1;
