-- release: expand
-- What each loan holds of its customer's money, as the ledger's entries add up: the list of it reads those that hold
-- some, and not every loan that ever did.
create table credit_balance (
  loan_id bigint primary key,
  country text not null,
  -- Centavos; below zero for what was given back and is missing.
  amount bigint not null
);
create index credit_balance_held on credit_balance (loan_id) include (country, amount) where amount <> 0;

create function keep_credit_balance() returns trigger language plpgsql as $$
begin
  if exists (select from written where account = 'customer-credit') then
    insert into credit_balance (loan_id, country, amount)
    select t.loan_id, t.country, -sum(e.amount)
    from written e join ledger_transaction t on t.id = e.transaction_id
    where e.account = 'customer-credit' and t.loan_id is not null
    group by 1, 2 order by 1
    on conflict (loan_id) do update set amount = credit_balance.amount + excluded.amount;
  end if;
  return null;
end
$$;
-- Nothing is written between this and the sums of what is there: the lock is kept until the end.
create trigger ledger_entries_credit after insert on ledger_entry referencing new table as written
  for each statement execute function keep_credit_balance();
insert into credit_balance (loan_id, country, amount)
select t.loan_id, t.country, -sum(e.amount)
from ledger_entry e join ledger_transaction t on t.id = e.transaction_id
where e.account = 'customer-credit' and e.account in ('customer-credit', 'unidentified-payments') and t.loan_id is not null
group by 1, 2;
