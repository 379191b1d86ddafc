-- release: expand
-- What differs between a provider's own list and our books, once for each charge, transfer or payment. Closed by the
-- run that finds both the same again, or by a person with a note.
create table reconciliation_difference (
  id bigint generated always as identity primary key,
  country text not null,
  provider text not null,
  key text not null,
  provider_id text not null default '',
  day date not null,
  kind text not null check (kind in ('unknown-here', 'unknown-there', 'state', 'amount')),
  our_state text not null default '',
  our_amount bigint,
  their_state text not null default '',
  their_amount bigint,
  found_at timestamptz not null,
  closed_at timestamptz,
  note text not null default '',
  unique (provider, key)
);
create trigger reconciliation_difference_country_known before insert or update of country on reconciliation_difference
  for each row execute function refuse_unknown_country();
create index reconciliation_difference_open on reconciliation_difference (id) where closed_at is null;

-- A day of a provider that was compared; the last time counts.
create table reconciliation_run (
  country text not null,
  provider text not null,
  day date not null,
  theirs integer not null,
  ours integer not null,
  differences integer not null,
  ran_at timestamptz not null,
  primary key (country, provider, day)
);
create trigger reconciliation_run_country_known before insert or update of country on reconciliation_run
  for each row execute function refuse_unknown_country();
