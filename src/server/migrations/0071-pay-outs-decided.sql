-- release: expand
-- People of the lender look after pay-outs: holds, the stop switch and the cap of a day, and what the rail answered.

alter table disbursement
  add column version bigint not null default 1,
  -- Who of the lender changed it last; '' for the product itself.
  add column changed_by text not null default '',
  add column hold_reason text not null default '',
  -- Why a planned order does not go out now, besides a hold.
  add column waits_for text not null default '',
  -- The country's day on which it was handed over.
  add column sent_on date;

-- No row: nothing is stopped and nothing is capped.
create table payout_control (
  country text primary key,
  is_stopped boolean not null default false,
  -- Centavos that may be handed over in a day.
  daily_cap bigint check (daily_cap > 0),
  -- The last day on which an order had to wait for the next.
  capped_on date,
  reason text not null default '',
  version bigint not null default 1,
  changed_by text not null default '',
  changed_at timestamptz not null
);
create trigger payout_control_country_known before insert on payout_control
  for each row execute function refuse_unknown_country();

-- What the rail said of an order; the same answer again is counted.
create table disbursement_answer (
  id bigint generated always as identity primary key,
  loan_id bigint not null references disbursement,
  asked text not null check (asked in ('worker', 'staff', 'ruled')),
  state text not null,
  provider_id text not null,
  receipt_code text not null,
  reason text not null,
  times integer not null default 1,
  first_at timestamptz not null,
  last_at timestamptz not null
);
create index disbursement_answer_loan on disbursement_answer (loan_id, id);
