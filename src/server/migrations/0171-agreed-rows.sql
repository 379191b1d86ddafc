-- release: expand
-- Instalments of accepted agreements, beside those of the schedule: reminders and debits find by their due dates which
-- loans to look at. The loan's standing says what is owed of them.
create table agreed_row (
  action_id bigint not null references loan_action,
  loan_id bigint not null references loan,
  number smallint not null,
  due_date date not null,
  -- Centavos: new interest and charges, and capital; what was moved from before is in the action.
  principal bigint not null,
  interest bigint not null,
  tax bigint not null,
  fee bigint not null,
  fee_tax bigint not null,
  primary key (action_id, number)
);
create index agreed_row_due on agreed_row (due_date, loan_id);
create index agreed_row_loan on agreed_row (loan_id);
create trigger agreed_row_append_only before update or delete on agreed_row for each row execute function refuse_change();
create trigger agreed_row_no_truncate before truncate on agreed_row for each statement execute function refuse_change();

-- Debits and reminders may be of an agreement's row.
alter table instalment_debit drop constraint instalment_debit_loan_id_instalment_fkey;
alter table reminder drop constraint if exists reminder_loan_id_instalment_fkey;
