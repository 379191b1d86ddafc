-- release: expand
-- transaction: none
-- Lists of money that came in, and what suggests whose it is.
alter table payment_report validate constraint payment_report_outcome_check;
create index concurrently if not exists payment_report_waiting on payment_report (id) where outcome = 'unmatched' or short > 0;
create index concurrently if not exists payment_report_by_reference on payment_report (report_id);
create index concurrently if not exists payment_request_amount on payment_request (country, amount, id desc);
create index concurrently if not exists loan_credit on loan (id) where credit_since is not null;
create index concurrently if not exists ledger_entry_suspense on ledger_entry (account, transaction_id) include (amount)
  where account in ('customer-credit', 'unidentified-payments');
create index concurrently if not exists customer_name on customer (country, lower(last_name), lower(first_name));
