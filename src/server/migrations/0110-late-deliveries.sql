-- release: expand
-- Due dates move when the money is delivered late (docs/product/loan-and-money.md#from-the-money-on).
-- `interest_from` is the agreed day until the delivery, then the day of the delivery.
-- Calendar days by which the due dates were moved: what was agreed is each due date less these.
alter table loan add column due_dates_moved smallint not null default 0 check (due_dates_moved >= 0);

alter table loan drop constraint loan_cancel_reason_check;
alter table loan add constraint loan_cancel_reason_check
  check (cancel_reason in ('', 'check-failed', 'payout-failed', 'customer', 'withdrawn', 'identity', 'not-delivered'))
  not valid;

-- The day on which a late order leaves, as its borrower was told; null while nobody was told.
alter table disbursement add column leaves_on date;
-- Two people let an order that is larger than the day's cap leave.
alter table disbursement add column above_cap_approved_at timestamptz;

-- The only change of an instalment: its due date, until the money is delivered.
create function refuse_moved_due_date() returns trigger language plpgsql as $$
begin
  if exists (select from loan where id = new.loan_id and disbursed_at is null) then
    return new;
  end if;
  raise exception 'table % is append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;
drop trigger instalment_append_only on instalment;
create trigger instalment_append_only before delete on instalment for each row execute function refuse_change();
create trigger instalment_figures_append_only before update on instalment for each row
  when ((old.loan_id, old.number, old.principal, old.interest, old.tax, old.fee, old.fee_tax)
    is distinct from (new.loan_id, new.number, new.principal, new.interest, new.tax, new.fee, new.fee_tax))
  execute function refuse_change();
create trigger instalment_due_date_before_delivery before update on instalment for each row
  execute function refuse_moved_due_date();
