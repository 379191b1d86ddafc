-- release: expand
-- Debt of a loan that two people decided not to claim. An event of the loan as its payments are: how it stands follows
-- from both.
create table loan_waiver (
  id bigint generated always as identity primary key,
  country text not null,
  loan_id bigint not null references loan,
  -- Centavos: at most so much of what is owed on the day.
  amount bigint not null check (amount > 0),
  value_date date not null,
  reason text not null,
  requested_by text not null,
  approved_by text not null,
  created_at timestamptz not null
);
create index loan_waiver_loan on loan_waiver (loan_id);
create trigger loan_waiver_country_known before insert or update of country on loan_waiver
  for each row execute function refuse_unknown_country();
create trigger loan_waiver_append_only before update or delete on loan_waiver for each row execute function refuse_change();
create trigger loan_waiver_no_truncate before truncate on loan_waiver for each statement execute function refuse_change();
