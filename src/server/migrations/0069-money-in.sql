-- release: expand
-- What the staff does with money that came in: receipts that they attach, money that led nowhere, and money in favour
-- that is transferred back. Amounts in centavos.

create table staff_file (
  id bigint generated always as identity primary key,
  country text not null,
  staff_id bigint not null references staff_member,
  name text not null,
  type text not null,
  bytes integer not null,
  sha256 bytea not null,
  storage_key text not null,
  created_at timestamptz not null
);
create trigger staff_file_country_known before insert on staff_file
  for each row execute function refuse_unknown_country();
create trigger staff_file_append_only before update or delete on staff_file for each row execute function refuse_change();
create trigger staff_file_no_truncate before truncate on staff_file for each statement execute function refuse_change();

-- version: counts what was done with it, for the staff. handled_by: who did it last. text: what the payer wrote.
-- short: taken back by its network after it had been returned to its payer, so that it has left twice.
alter table payment_report add column version integer not null default 1;
alter table payment_report add column handled_by text not null default '';
alter table payment_report add column text text not null default '';
alter table payment_report add column short bigint not null default 0;
-- returned: led nowhere, and was transferred back to its payer.
alter table payment_report drop constraint payment_report_outcome_check;
alter table payment_report add constraint payment_report_outcome_check check (outcome in
  ('exact', 'partial', 'excess', 'late', 'closed', 'double', 'unmatched', 'reversed', 'refunded', 'returned')) not valid;

-- What a person did with reported money, with the evidence.
create table payment_handling (
  id bigint generated always as identity primary key,
  country text not null,
  report_id bigint not null references payment_report,
  kind text not null check (kind in ('match', 'return', 'manual', 'reversal')),
  -- The bank's number of the transfer back to the payer.
  bank_reference text not null default '',
  file_id bigint references staff_file,
  by_name text not null,
  reason text not null,
  at timestamptz not null
);
create trigger payment_handling_country_known before insert on payment_handling
  for each row execute function refuse_unknown_country();
create index payment_handling_report on payment_handling (report_id);
create unique index payment_handling_reference on payment_handling (country, bank_reference) where bank_reference <> '';
create trigger payment_handling_append_only before update or delete on payment_handling for each row execute function refuse_change();
create trigger payment_handling_no_truncate before truncate on payment_handling for each statement execute function refuse_change();

-- Money in favour on its way back to an account of its customer.
create table credit_refund (
  id bigint generated always as identity primary key,
  country text not null,
  loan_id bigint not null references loan,
  customer_id bigint not null references customer,
  amount bigint not null check (amount > 0),
  -- What of it is the membership's, which no payment holds.
  of_membership bigint not null check (of_membership >= 0 and of_membership <= amount),
  currency text not null,
  rail text not null,
  reference text not null unique,
  bank_account_id bigint not null,
  holder text not null,
  legal_number text not null,
  bank_id text not null,
  destination text not null,
  -- unknown: the rail cannot say; it is asked again under the same reference and never paid again.
  state text not null check (state in ('planned', 'sent', 'unknown', 'completed', 'failed')),
  due_at timestamptz not null default now(),
  tries integer not null default 0,
  -- The payment below zero that took it out of the money in favour.
  payment_id bigint references payment,
  provider_id text not null default '',
  receipt_code text not null default '',
  failure text not null default '',
  requested_by text not null,
  approved_by text not null,
  created_at timestamptz not null,
  changed_at timestamptz not null
);
create trigger credit_refund_country_known before insert on credit_refund
  for each row execute function refuse_unknown_country();
create unique index credit_refund_one_under_way on credit_refund (loan_id) where state in ('planned', 'sent', 'unknown');
create index credit_refund_due on credit_refund (due_at) where state in ('planned', 'sent', 'unknown');
create index credit_refund_loan on credit_refund (loan_id, id);
create index credit_refund_customer on credit_refund (customer_id, id);
