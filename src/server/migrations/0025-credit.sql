-- Money in favour (paid twice, too much, or for what was closed) pays instalments on their due dates. Amounts in centavos.

-- credit_since: the loan has had money in favour since; credit_due_on: the day on which what is held pays something
-- next, null while nothing waits. Both follow from the payments; they are kept to find these few loans.
alter table loan add column credit_since date;
alter table loan add column credit_due_on date;
create index loan_credit_due on loan (country, credit_due_on) where credit_due_on is not null;

-- What money in favour covers later than its payment came names the transaction that booked it.
alter table payment_allocation add column applied_by bigint references ledger_transaction;
create index payment_allocation_applied on payment_allocation (applied_by) where applied_by is not null;

-- Nothing comes in when a loan is closed with money in favour alone; below zero is money in favour that was given
-- back, or moved to another loan of the customer.
alter table payment drop constraint payment_amount_check;
alter table payment add constraint payment_amount_check check (amount > 0
  or amount = 0 and is_payoff and source = 'credit-closing'
  or amount < 0 and source in ('credit-refund', 'credit-transfer'));

-- moved: money in favour that had gone to another loan went back with the payment that it came from.
alter table payment_reversal drop constraint payment_reversal_reason_check;
alter table payment_reversal add constraint payment_reversal_reason_check
  check (reason in ('refunded', 'charged-back', 'network', 'moved'));

-- closed: paid in time for a payment that had been given up. credited: what was not needed for what it was meant for.
alter table payment_report drop constraint payment_report_outcome_check;
alter table payment_report add constraint payment_report_outcome_check check (outcome in
  ('exact', 'partial', 'excess', 'late', 'closed', 'double', 'unmatched', 'reversed', 'refunded'));
alter table payment_report add column credited bigint not null default 0 check (credited >= 0);

-- credit: money in favour pays the instalment on its due date, so its card is not charged.
alter table instalment_debit drop constraint instalment_debit_reason_check;
alter table instalment_debit add constraint instalment_debit_reason_check check (reason in
  ('', 'paid', 'open-payment', 'no-card', 'switched-off', 'withdrawal', 'loan-ended', 'late', 'credit'));

-- Loans that hold money in favour already: it is booked by the first work of a day.
with held as (
  select t.loan_id, min(t.value_date) as since from ledger_entry e join ledger_transaction t on t.id = e.transaction_id
  where e.account = 'customer-credit' and t.kind in ('payment-received', 'payment-reversed') group by t.loan_id
)
update loan l set credit_since = held.since,
  credit_due_on = case when l.state = 'approved' then held.since end
from held where held.loan_id = l.id;
