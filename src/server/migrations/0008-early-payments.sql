-- Closing a loan early, paying ahead, money that is taken back, settlement files, and the return of a loan's money.
-- Amounts in centavos.

-- What a payment was asked for.
alter table payment_request
  add column purpose text not null default 'instalments'
  check (purpose in ('instalments', 'settlement', 'fewer', 'smaller', 'withdrawal'));
-- reversed: it was paid, and the money was taken back.
alter table payment_request drop constraint payment_request_state_check;
alter table payment_request add constraint payment_request_state_check
  check (state in ('open', 'charging', 'paid', 'rejected', 'deleted', 'expired', 'reversed'));

-- Paid ahead: what becomes of the instalments to come.
alter table payment add column prepayment text check (prepayment in ('fewer', 'smaller'));

-- Money that a network or provider took back. The payment stays on record and does not count any more.
create table payment_reversal (
  payment_id bigint primary key references payment,
  source text not null,
  report_id text not null,
  reason text not null check (reason in ('refunded', 'charged-back', 'network')),
  reversed_on date not null,
  at timestamptz not null,
  unique (source, report_id)
);
create trigger payment_reversal_append_only before update or delete on payment_reversal for each row execute function refuse_change();
create trigger payment_reversal_no_truncate before truncate on payment_reversal for each statement execute function refuse_change();

-- Why money was taken back, in the rows that say so.
alter table payment_report add column reason text not null default ''
  check (reason in ('', 'refunded', 'charged-back', 'network'));

-- A reversal moves what payments cover a second time, in lines of their own.
alter table payment_allocation drop constraint payment_allocation_pkey;
alter table payment_allocation add column id bigint generated always as identity primary key;
create index payment_allocation_payment on payment_allocation (payment_id);

-- The instalments as a prepayment, or its reversal, left them: the newest version is in force, the first plan is
-- `instalment`. `payment_id` is what caused it.
create table schedule_version (
  loan_id bigint not null references loan,
  version smallint not null check (version > 0),
  payment_id bigint not null references payment,
  valid_from date not null,
  created_at timestamptz not null,
  primary key (loan_id, version)
);
create table schedule_version_row (
  loan_id bigint not null,
  version smallint not null,
  number smallint not null,
  due_date date not null,
  principal bigint not null check (principal >= 0),
  interest bigint not null check (interest >= 0),
  tax bigint not null check (tax >= 0),
  fee bigint not null check (fee >= 0),
  fee_tax bigint not null check (fee_tax >= 0),
  primary key (loan_id, version, number),
  foreign key (loan_id, version) references schedule_version
);
create trigger schedule_version_append_only before update or delete on schedule_version for each row execute function refuse_change();
create trigger schedule_version_row_append_only before update or delete on schedule_version_row for each row execute function refuse_change();

-- A finished loan whose money was taken back is in force again, beside a newer one if need be.
alter table loan add column reopened_at timestamptz;
drop index loan_one_active;
create unique index loan_one_active on loan (customer_id)
  where state in ('send', 'preapproved', 'approved') and reopened_at is null;
alter table loan drop constraint loan_cancel_reason_check;
alter table loan add constraint loan_cancel_reason_check
  check (cancel_reason in ('', 'check-failed', 'payout-failed', 'customer', 'withdrawn'));

-- A certificate says nothing any more once a debt of its person is open again.
alter table certificate add column revoked_at timestamptz;
drop index certificate_one_a_day;
create unique index certificate_one_a_day on certificate (country, document_number, issued_on, coalesce(customer_id, 0))
  where revoked_at is null;

-- returned: the money came back in time and the loan is undone. lapsed: it did not, and the loan goes on.
alter table withdrawal add column return_until date;
alter table withdrawal drop constraint withdrawal_state_check;
alter table withdrawal add constraint withdrawal_state_check
  check (state in ('received', 'canceled', 'ended', 'return-due', 'refused', 'returned', 'lapsed'));
alter table withdrawal drop constraint withdrawal_check1;
alter table withdrawal add constraint withdrawal_return_check
  check ((state in ('return-due', 'returned', 'lapsed')) = (return_amount is not null));
-- Requests of before this release count their days from the migration on.
update withdrawal set return_until = current_date + 10 where state = 'return-due';
alter table withdrawal add constraint withdrawal_return_until_check
  check ((return_amount is null) = (return_until is null));
create index withdrawal_return_due on withdrawal (loan_id) where state = 'return-due';

-- What the networks send of what they collected: each file once, whole or not at all.
create table collection_file (
  id bigint generated always as identity primary key,
  network text not null,
  country text not null check (country in ('AR', 'UY')),
  -- Of the bytes: the same file again is known by it.
  sha256 bytea not null,
  name text not null,
  settled_on date not null,
  line_count integer not null,
  amount bigint not null,
  imported_at timestamptz not null,
  unique (network, sha256)
);
create table collection_line (
  file_id bigint not null references collection_file,
  line integer not null,
  kind text not null check (kind in ('payment', 'reversal')),
  report_id text not null,
  reference text not null,
  amount bigint not null,
  paid_on date not null,
  -- As in payment_report; known: an earlier file or notification had it; waiting: a reversal of a payment that was
  -- not reported yet; refused: see the reason.
  outcome text not null,
  reason text not null default '',
  primary key (file_id, line)
);
create index collection_line_open on collection_line (file_id, line) where outcome in ('refused', 'unmatched', 'waiting');
create trigger collection_file_append_only before update or delete on collection_file for each row execute function refuse_change();
create trigger collection_line_append_only before update or delete on collection_line for each row execute function refuse_change();
