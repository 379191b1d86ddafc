-- release: expand
-- The entries of a statement are looked at once: that those of each transaction add up to zero, and whether some of
-- them are money in favour. Each trigger by itself took the copy of the entries, and a plan, of its own.
create function check_ledger_entries() returns trigger language plpgsql as $$
declare
  unbalanced bigint;
  is_credit boolean;
begin
  select max(transaction_id) filter (where total <> 0), bool_or(has_credit) into unbalanced, is_credit
  from (
    select transaction_id, sum(amount) as total, bool_or(account = 'customer-credit') as has_credit
    from written group by transaction_id
  ) each_transaction;
  if unbalanced is not null then
    raise exception 'ledger transaction % does not sum to zero', unbalanced using errcode = 'check_violation';
  end if;
  if is_credit then
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
create trigger ledger_entries_checked after insert on ledger_entry referencing new table as written
  for each statement execute function check_ledger_entries();
drop trigger ledger_entries_balanced on ledger_entry;
drop trigger ledger_entries_credit on ledger_entry;
drop function ledger_entries_must_balance();
drop function keep_credit_balance();
