-- release: expand
-- What the daily audit of loans found to contradict itself: the standing of a loan in itself, its ledger and its
-- allocations against it. A finding stays until an audit of its loan no longer has it.
create table loan_contradiction (
  id bigint generated always as identity primary key,
  country text not null,
  loan_id bigint not null references loan,
  kind text not null,
  -- An account, a component of an instalment, or a payment; empty for the loan as a whole.
  subject text not null default '',
  -- Centavos, both: by the rules of today, and as it is.
  expected bigint not null,
  found bigint not null,
  day date not null,
  found_at timestamptz not null,
  seen_at timestamptz not null,
  closed_at timestamptz,
  unique (loan_id, kind, subject)
);
create trigger loan_contradiction_country_known before insert or update of country on loan_contradiction
  for each row execute function refuse_unknown_country();
create index loan_contradiction_open on loan_contradiction (id) where closed_at is null;
create index loan_contradiction_closed on loan_contradiction (id) where closed_at is not null;
