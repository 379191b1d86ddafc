-- release: expand
-- held: the customer, or the loan, is held, so its card is not charged.
alter table instalment_debit drop constraint instalment_debit_reason_check;
alter table instalment_debit add constraint instalment_debit_reason_check check (reason in
  ('', 'paid', 'open-payment', 'no-card', 'switched-off', 'withdrawal', 'loan-ended', 'late', 'credit', 'held')) not valid;
