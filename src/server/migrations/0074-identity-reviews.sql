-- release: expand
-- Somebody looks at the photos of who asks for a loan before its money goes out, where the policy says so.
create table identity_review (
  id bigint generated always as identity primary key,
  country text not null,
  customer_id bigint not null references customer,
  loan_id bigint not null unique references loan,
  -- waiting: in the queue; asked: photos were asked for again; ended: the loan ended otherwise.
  state text not null check (state in ('waiting', 'asked', 'approved', 'rejected', 'ended')),
  -- Never told to the borrower, whose file does not have it either.
  is_fraud boolean not null default false,
  -- The photos asked for again: [{kind, reason, image, done}], as the borrower is told.
  asked jsonb not null default '[]',
  -- The photos that were decided on, by kind.
  images jsonb not null default '{}',
  reason_code text not null default '',
  created_at timestamptz not null,
  -- Since when it is in the queue: photos that were taken again come behind those that wait.
  queued_at timestamptz not null,
  decided_at timestamptz,
  decided_by bigint references staff_member,
  -- Who looks at it, so that two people do not do the same.
  claimed_by bigint references staff_member,
  claimed_until timestamptz,
  version bigint not null default 1,
  -- Who changed it last and what they did, for who looks at an older version.
  changed_by text not null default '',
  last_change text not null default '',
  check (not is_fraud or state = 'rejected')
);
create trigger identity_review_country_known before insert or update of country on identity_review
  for each row execute function refuse_unknown_country();
create index identity_review_waiting on identity_review (queued_at, id) where state = 'waiting';
create index identity_review_asked on identity_review (queued_at, id) where state = 'asked';
create index identity_review_decided on identity_review (id desc) where state in ('approved', 'rejected');
create index identity_review_customer on identity_review (customer_id);

-- Nothing of it is due while its identity waits: older workers, which do not know the column, leave it alone by that.
alter table disbursement add column awaits_identity boolean not null default false;

alter table loan drop constraint loan_cancel_reason_check;
alter table loan add constraint loan_cancel_reason_check
  check (cancel_reason in ('', 'check-failed', 'payout-failed', 'customer', 'withdrawn', 'identity')) not valid;

-- What the barcode says, encrypted, to stand beside what was typed.
alter table document_check add column reading bytea;
