-- release: expand
-- The entries of a ledger transaction are written by one statement, and add up to zero when it ends: looked at once
-- for all of them, and not again for each entry when the transaction commits.
create function ledger_entries_must_balance() returns trigger language plpgsql as $$
declare
  unbalanced bigint;
begin
  select transaction_id into unbalanced from written group by transaction_id having sum(amount) <> 0 limit 1;
  if found then
    raise exception 'ledger transaction % does not sum to zero', unbalanced using errcode = 'check_violation';
  end if;
  return null;
end
$$;
create trigger ledger_entries_balanced after insert on ledger_entry referencing new table as written
  for each statement execute function ledger_entries_must_balance();
drop trigger ledger_balanced on ledger_entry;
drop function ledger_must_balance();
