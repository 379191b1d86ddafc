-- Loans, what was accepted, how they are paid out, what was paid back, and the ledger of it all.
-- Amounts in centavos.

create table loan (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  country text not null check (country in ('AR', 'UY')),
  currency text not null,
  customer_id bigint not null references customer,
  offer_id bigint references offer,
  state text not null check (state in ('send', 'preapproved', 'approved', 'finished', 'canceled')),
  principal bigint not null check (principal > 0),
  amount_delivered bigint not null check (amount_delivered > 0),
  instalment_count smallint not null check (instalment_count > 0),
  instalment_amount bigint not null check (instalment_amount > 0),
  final_amount bigint not null check (final_amount > 0),
  is_membership boolean not null,
  terms jsonb not null,
  rates jsonb not null,
  original jsonb not null,
  delivery_type text not null,
  delivery_point text not null default '',
  bank_account_id bigint references bank_account,
  -- The day from which interest runs: the schedule was priced with it.
  interest_from date not null,
  has_cancel_from_the_client boolean not null default true,
  cancel_reason text not null default '' check (cancel_reason in ('', 'check-failed', 'payout-failed', 'customer')),
  created_at timestamptz not null,
  disbursed_at timestamptz,
  finished_at timestamptz,
  canceled_at timestamptz
);
-- The backstop of every race: one loan in force per customer.
create unique index loan_one_active on loan (customer_id) where state in ('send', 'preapproved', 'approved');
create index loan_customer on loan (customer_id, id desc);

create table instalment (
  loan_id bigint not null references loan,
  number smallint not null check (number > 0),
  due_date date not null,
  principal bigint not null check (principal >= 0),
  interest bigint not null check (interest >= 0),
  tax bigint not null check (tax >= 0),
  fee bigint not null default 0 check (fee >= 0),
  fee_tax bigint not null default 0 check (fee_tax >= 0),
  primary key (loan_id, number)
);
create trigger instalment_append_only before update or delete on instalment for each row execute function refuse_change();

-- The evidence of acceptance: which texts, when, from where, on what.
create table acceptance (
  loan_id bigint primary key references loan,
  at timestamptz not null,
  address text not null,
  device text not null,
  documents jsonb not null
);
create trigger acceptance_append_only before update or delete on acceptance for each row execute function refuse_change();
create trigger acceptance_no_truncate before truncate on acceptance for each statement execute function refuse_change();

-- One per loan for ever: the database refuses a second disbursement. `reference` is what the rail
-- knows the order by; it never changes, so asking again can never pay again.
-- It refers to the acceptance: without one there is nothing to pay out.
create table disbursement (
  loan_id bigint primary key references acceptance,
  reference text not null unique,
  rail text not null,
  amount bigint not null check (amount > 0),
  holder text not null,
  legal_number text not null,
  bank_id text not null,
  destination text not null,
  state text not null check (state in ('planned', 'sent', 'unknown', 'confirmed', 'failed', 'canceled')),
  provider_id text not null default '',
  receipt_code text not null default '',
  tries integer not null default 0,
  -- An operator's hold: the worker leaves it alone.
  is_on_hold boolean not null default false,
  -- Real time, not the business clock: when the worker looks at it again.
  next_step_at timestamptz not null default now(),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  delivered_on date
);
create index disbursement_open on disbursement (state) where state in ('planned', 'sent', 'unknown');

-- Money received for a loan. `reference` is unique per source: a notification counts once.
create table payment (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  loan_id bigint not null references loan,
  source text not null,
  reference text not null,
  amount bigint not null check (amount > 0),
  -- The instalments it was meant for; null for the oldest first.
  instalments smallint[],
  -- Meant to settle the whole loan.
  is_payoff boolean not null default false,
  value_date date not null,
  received_at timestamptz not null,
  unique (source, reference)
);
create index payment_loan on payment (loan_id, id);

-- What a payment covers is the sum of its lines. A payment that arrives late but counts from an earlier day
-- moves what later ones cover: the lines it causes name it in `posted_by`.
create table payment_allocation (
  payment_id bigint not null references payment,
  posted_by bigint not null references payment,
  instalment smallint not null,
  component text not null,
  amount bigint not null check (amount <> 0),
  primary key (payment_id, posted_by, instalment, component)
);
create trigger payment_allocation_append_only before update or delete on payment_allocation for each row execute function refuse_change();

create table ledger_transaction (
  id bigint generated always as identity primary key,
  country text not null,
  currency text not null,
  loan_id bigint references loan,
  customer_id bigint references customer,
  payment_id bigint references payment,
  kind text not null,
  value_date date not null,
  at timestamptz not null
);
create index ledger_transaction_loan on ledger_transaction (loan_id, id);

-- Debit positive, credit negative.
create table ledger_entry (
  transaction_id bigint not null references ledger_transaction,
  line smallint not null,
  account text not null,
  amount bigint not null check (amount <> 0),
  primary key (transaction_id, line)
);

create function ledger_must_balance() returns trigger language plpgsql as $$
begin
  if (select sum(amount) from ledger_entry where transaction_id = new.transaction_id) <> 0 then
    raise exception 'ledger transaction % does not sum to zero', new.transaction_id using errcode = 'check_violation';
  end if;
  return null;
end
$$;
create constraint trigger ledger_balanced after insert on ledger_entry deferrable initially deferred
  for each row execute function ledger_must_balance();
create trigger ledger_entry_append_only before update or delete on ledger_entry for each row execute function refuse_change();
create trigger ledger_entry_no_truncate before truncate on ledger_entry for each statement execute function refuse_change();
create trigger ledger_transaction_append_only before update or delete on ledger_transaction for each row execute function refuse_change();
create trigger ledger_transaction_no_truncate before truncate on ledger_transaction for each statement execute function refuse_change();

-- The stand-in of the pay-out rails: what reached it, so that a test can count how often money moved.
create table sandbox_payout (
  reference text primary key,
  rail text not null,
  amount bigint not null,
  destination text not null,
  submissions integer not null default 1,
  questions integer not null default 0,
  outcome text check (outcome in ('completed', 'failed', 'unknown'))
);
