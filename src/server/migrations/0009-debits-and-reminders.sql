-- Instalment debits, reminders, what customers switch off, and the membership as it is billed. Amounts in centavos.

-- What falls due on a day is looked up by date.
create index instalment_due on instalment (due_date, loan_id);

-- The work of a day, once per country however many workers look: enqueued in the transaction that makes the row.
-- `enqueued_at` is real time, not the business clock: a run that never ended is enqueued again.
create table daily_run (
  job text not null,
  country text not null check (country in ('AR', 'UY')),
  day date not null,
  enqueued_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (job, country, day)
);

-- What a customer has switched off. `hash` is the address of the page that needs no login.
create table contact_preference (
  customer_id bigint primary key references customer,
  hash text not null unique,
  reminders_off_at timestamptz,
  debits_off_at timestamptz,
  created_at timestamptz not null
);

-- The debit of an instalment: once per instalment for ever. `reference` is what the card gateway knows it by; it
-- never changes, so asking again can never charge again. `amount` is fixed when the debit is attempted.
-- skipped: not attempted, `reason` says why.
create table instalment_debit (
  id bigint generated always as identity primary key,
  country text not null check (country in ('AR', 'UY')),
  loan_id bigint not null,
  instalment smallint not null,
  customer_id bigint not null references customer,
  card_id bigint not null references card,
  due_date date not null,
  attempt_on date not null,
  reference text not null unique,
  state text not null default 'announced'
    check (state in ('announced', 'charging', 'approved', 'declined', 'skipped')),
  reason text not null default ''
    check (reason in ('', 'paid', 'open-payment', 'no-card', 'switched-off', 'withdrawal', 'loan-ended', 'late')),
  amount bigint check (amount > 0),
  request_id bigint references payment_request,
  provider_id text not null default '',
  announced_at timestamptz not null,
  -- Real time, not the business clock: when the gateway was last asked to charge.
  sent_at timestamptz,
  changed_at timestamptz not null,
  foreign key (loan_id, instalment) references instalment,
  unique (loan_id, instalment),
  check ((state in ('charging', 'approved', 'declined')) = (request_id is not null)),
  check ((state = 'skipped') = (reason <> ''))
);
create index instalment_debit_announced on instalment_debit (country, attempt_on, id) where state = 'announced';
create index instalment_debit_charging on instalment_debit (id) where state = 'charging';

-- One message to a customer a day, by e-mail at once and by SMS when the hours allow it.
create table reminder_notice (
  id bigint generated always as identity primary key,
  country text not null check (country in ('AR', 'UY')),
  customer_id bigint not null references customer,
  loan_id bigint not null references loan,
  day date not null,
  sms text not null default 'waiting' check (sms in ('waiting', 'sent', 'dropped')),
  created_at timestamptz not null,
  unique (customer_id, day)
);
create index reminder_notice_sms on reminder_notice (country, id) where sms = 'waiting';

-- Which instalments a notice was about: each kind once per instalment for ever.
create table reminder (
  loan_id bigint not null,
  instalment smallint not null,
  kind text not null,
  notice_id bigint not null references reminder_notice,
  primary key (loan_id, instalment, kind),
  foreign key (loan_id, instalment) references instalment
);

-- The membership that was agreed on with a loan; its price includes the tax. It runs from the day the money was there
-- to the last due date, both of which the loan knows.
create table membership (
  loan_id bigint primary key references loan,
  country text not null check (country in ('AR', 'UY')),
  customer_id bigint not null references customer,
  currency text not null,
  price bigint not null check (price > 0),
  tax bigint not null check (tax >= 0 and tax < price),
  agreed_at timestamptz not null
);
create trigger membership_append_only before update or delete on membership for each row execute function refuse_change();

-- Its price is charged to the card on file, once, when the term for withdrawing is over; `reference` and `sent_at` as
-- for instalment_debit. skipped: not attempted, `reason` says why.
create table membership_charge (
  loan_id bigint primary key references membership,
  country text not null check (country in ('AR', 'UY')),
  charge_on date not null,
  reference text not null unique,
  state text not null default 'planned' check (state in ('planned', 'charging', 'approved', 'declined', 'skipped')),
  reason text not null default '' check (reason in ('', 'ended', 'no-card', 'switched-off')),
  card_id bigint references card,
  provider_id text not null default '',
  sent_at timestamptz,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  check ((state = 'skipped') = (reason <> '')),
  check (state not in ('charging', 'approved', 'declined') or card_id is not null)
);
create index membership_charge_open on membership_charge (country, charge_on) where state in ('planned', 'charging');

-- What of the price is not owed because the membership was ended before its term.
create table membership_return (
  loan_id bigint primary key references membership,
  amount bigint not null check (amount > 0),
  tax bigint not null check (tax >= 0 and tax <= amount),
  ended_on date not null,
  created_at timestamptz not null
);
create trigger membership_return_append_only before update or delete on membership_return for each row execute function refuse_change();
