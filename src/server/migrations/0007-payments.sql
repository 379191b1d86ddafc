-- What people ask to pay with, what networks and providers report, certificates, and requests to end a loan.
-- Amounts in centavos.

-- A coupon, transfer, card payment or wallet checkout for chosen instalments. `reference` is what networks and
-- providers know it by. `due_date` is the last day on which its amount settles what it was asked for.
create table payment_request (
  id bigint generated always as identity primary key,
  hash text not null unique,
  country text not null check (country in ('AR', 'UY')),
  loan_id bigint not null references loan,
  method text not null,
  kind text not null check (kind in ('coupon', 'transfer', 'card', 'wallet')),
  amount bigint not null check (amount > 0),
  priced_on date not null,
  due_date date not null,
  reference text not null unique,
  barcode text not null default '',
  provider_id text not null default '',
  url text not null default '',
  -- charging: the card gateway has been asked and has not given its final word.
  state text not null default 'open' check (state in ('open', 'charging', 'paid', 'rejected', 'deleted', 'expired')),
  created_at timestamptz not null,
  closed_at timestamptz,
  check ((state in ('open', 'charging')) = (closed_at is null))
);
create index payment_request_loan on payment_request (loan_id, id desc);

create table payment_request_instalment (
  request_id bigint not null references payment_request,
  loan_id bigint not null,
  instalment smallint not null,
  is_open boolean not null default true,
  primary key (request_id, instalment),
  foreign key (loan_id, instalment) references instalment
);
-- The backstop of every race: an instalment is in one open payment at most.
create unique index payment_request_one_open on payment_request_instalment (loan_id, instalment) where is_open;

-- One try to charge a card; the gateway knows it by `reference`. Brand and last four are all that stays of the card.
create table card_charge (
  id bigint generated always as identity primary key,
  request_id bigint not null references payment_request,
  reference text not null unique,
  state text not null default 'sent' check (state in ('sent', 'approved', 'declined')),
  brand text not null,
  last_four text not null,
  provider_id text not null default '',
  authorization_code text not null default '',
  created_at timestamptz not null,
  changed_at timestamptz not null
);
create unique index card_charge_one_under_way on card_charge (request_id) where state = 'sent';

-- Every report of money, once per source and id, with what became of it. `unmatched`: nobody knows what it is for;
-- it waits in the ledger for a person. `reversed`: the provider took back what it had reported.
create table payment_report (
  id bigint generated always as identity primary key,
  country text not null check (country in ('AR', 'UY')),
  source text not null,
  report_id text not null,
  request_reference text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  paid_on date not null,
  outcome text not null check (outcome in ('exact', 'partial', 'excess', 'late', 'double', 'unmatched', 'reversed')),
  request_id bigint references payment_request,
  payment_id bigint references payment,
  reported_at timestamptz not null,
  unique (source, report_id)
);
create index payment_report_request on payment_report (request_id);
create index payment_report_open on payment_report (outcome, id) where outcome in ('unmatched', 'reversed');

-- The stand-ins of card gateway and wallet: what they know of a payment, so that it survives whatever is killed.
create table sandbox_payment (
  id text primary key,
  reference text not null,
  amount bigint not null,
  currency text not null,
  state text not null,
  submissions integer not null default 1
);
create index sandbox_payment_reference on sandbox_payment (reference);

-- Debt-free certificates. Without a name: asked for by somebody who did not prove to be the person.
create table certificate (
  id bigint generated always as identity primary key,
  hash text not null unique,
  country text not null check (country in ('AR', 'UY')),
  customer_id bigint references customer,
  full_name text not null,
  document_number text not null,
  legal_number text not null,
  issued_on date not null,
  created_at timestamptz not null
);
create unique index certificate_one_a_day on certificate (country, document_number, issued_on, coalesce(customer_id, 0));

-- Asked in the cancellation dialog of the balance; a person of support decides.
create table cancellation_request (
  id bigint generated always as identity primary key,
  country text not null check (country in ('AR', 'UY')),
  customer_id bigint not null references customer,
  loan_id bigint not null references loan,
  reason text not null,
  other_reason text not null default '',
  state text not null default 'under-review' check (state in ('under-review', 'accepted', 'rejected')),
  ticket_id bigint references ticket,
  created_at timestamptz not null
);
create unique index cancellation_request_one_open on cancellation_request (loan_id) where state = 'under-review';
