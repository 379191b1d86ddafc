-- release: expand
-- Decisions that wait for a person (docs/product/credit-decisions.md#queue).
create table credit_exception (
  id bigint generated always as identity primary key,
  country text not null,
  decision_id bigint not null unique references decision,
  lead_id bigint references lead,
  customer_id bigint references customer,
  why text not null check (why in ('outage', 'near-miss', 'rule')),
  -- answered: the bureau answered meanwhile; replaced: a newer application of the document took its place.
  state text not null default 'waiting'
    check (state in ('waiting', 'approved', 'overridden', 'refused', 'answered', 'replaced', 'expired')),
  queued_at timestamptz not null,
  expires_at timestamptz not null,
  decided_at timestamptz,
  decided_by bigint references staff_member,
  reason_code text not null default '',
  -- Decision that it led to.
  result_id bigint references decision,
  claimed_by bigint references staff_member,
  claimed_until timestamptz,
  version bigint not null default 1,
  changed_by text not null default '',
  last_change text not null default '',
  check ((state = 'waiting') = (decided_at is null)),
  check (num_nonnulls(lead_id, customer_id) > 0)
);
create index credit_exception_waiting on credit_exception (queued_at, id) where state = 'waiting';
create index credit_exception_decided on credit_exception (id desc) where state <> 'waiting';
create index credit_exception_lead on credit_exception (lead_id);
create index credit_exception_customer on credit_exception (customer_id);
create trigger credit_exception_country_known before insert or update of country on credit_exception
  for each row execute function refuse_unknown_country();
