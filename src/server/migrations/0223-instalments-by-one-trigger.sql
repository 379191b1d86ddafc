-- release: expand
-- Every statement that adds instalments copies the table's triggers with their conditions: one trigger of updates,
-- without a condition, keeps the rule that an instalment only ever changes its due date, until the money is delivered.
create or replace function refuse_moved_due_date() returns trigger language plpgsql as $$
begin
  if (old.loan_id, old.number, old.principal, old.interest, old.tax, old.fee, old.fee_tax)
      is not distinct from (new.loan_id, new.number, new.principal, new.interest, new.tax, new.fee, new.fee_tax)
    and exists (select from loan where id = new.loan_id and disbursed_at is null)
  then
    return new;
  end if;
  raise exception 'table % is append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;
drop trigger instalment_figures_append_only on instalment;
