-- release: expand
-- Lines of settlement files that are not booked: some field is not understood, or the day has not come. Each waits for
-- a person. The same file brought again tries them again; a line that was booked then has its row of collection_line.
create table collection_stop (
  file_id bigint not null references collection_file,
  line integer not null check (line > 0),
  outcome text not null check (outcome in ('unread', 'future')),
  reason text not null check (reason <> ''),
  -- The value that is not understood.
  said text not null default '',
  kind text not null check (kind in ('payment', 'reversal', 'unread')),
  report_id text not null default '',
  reference text not null default '',
  -- Centavos, and the day of the payment; null where the line does not say them.
  amount bigint check (amount > 0),
  paid_on date,
  stopped_at timestamptz not null,
  primary key (file_id, line)
);
