-- release: expand
-- Views for a warehouse, without personal data (docs/product/integrations.md#warehouse). They read with the rights of
-- their owner, so a role that may read the schema needs no right on a table. A column never changes its meaning here;
-- what changes goes into warehouse_v2.
create schema warehouse_v1;
revoke all on schema warehouse_v1 from public;

create view warehouse_v1.loans as
select l.id as loan, l.country, l.currency, l.state, c.origin as channel,
  -- Place among the loans of its borrower, who is not named.
  row_number() over (partition by l.customer_id order by l.id)::int as loan_of_borrower,
  l.principal, l.amount_delivered, l.final_amount, l.instalment_count, l.instalment_amount, l.is_membership as has_membership,
  l.created_at as confirmed_at, l.disbursed_at as delivered_at, l.finished_at, l.canceled_at
from loan l join customer c on c.id = l.customer_id;

create view warehouse_v1.instalments as
select i.loan_id as loan, i.number, i.due_date, i.principal, i.interest, i.tax, i.fee, i.fee_tax from instalment i;

create view warehouse_v1.payments as
select p.id as payment, p.loan_id as loan, p.amount, p.source, p.value_date, p.received_at from payment p;

create view warehouse_v1.ledger as
select t.id as transaction, e.line, t.country, t.currency, t.kind, t.loan_id as loan, t.payment_id as payment,
  t.value_date, t.at as booked_at, e.account, e.amount
from ledger_transaction t join ledger_entry e on e.transaction_id = t.id;

create view warehouse_v1.leads_by_day as
select l.country, l.origin as channel, (l.created_at at time zone 'UTC')::date as day, l.suitable = 1 as has_offer,
  count(*) as leads
from lead l group by 1, 2, 3, 4;

create view warehouse_v1.portfolio_by_day as
select p.country, p.day, p.late_from, p.loans, p.principal, p.overdue from portfolio_day p;
