-- release: expand
-- What keeps a customer, or one of their loans, from something until people lift it (docs/decisions/0086-holds.md).
create table customer_hold (
  id bigint generated always as identity primary key,
  country text not null,
  customer_id bigint not null references customer,
  -- The loan that is disputed; null where the whole customer is held.
  loan_id bigint references loan,
  reason text not null check (reason in ('fraud', 'deceased', 'court-order', 'dispute', 'compliance')),
  -- Words of the staff; emptied when the person's data is erased.
  note text not null,
  -- The attached evidence, where there is any.
  file_id bigint references staff_file,
  placed_at timestamptz not null,
  placed_by bigint not null references staff_member,
  -- The last day on which it holds; without one it holds until it is lifted.
  last_day date,
  -- Until then it holds, also after its last day: the day's work ends it.
  lifted_at timestamptz,
  -- Who asked for lifting it and who approved; both null of one that ended with its last day.
  lifted_by bigint references staff_member,
  approved_by bigint references staff_member,
  lift_reason text not null default '',
  lift_note text not null default '',
  version bigint not null default 1,
  check ((reason = 'dispute') = (loan_id is not null)),
  check ((lifted_by is null) = (approved_by is null) and (lifted_by is null or lifted_at is not null)),
  check (lifted_by is null or lifted_by <> approved_by)
);
create trigger customer_hold_country_known before insert or update of country on customer_hold
  for each row execute function refuse_unknown_country();
-- What every step asks, and why nobody is held twice for one reason.
create unique index customer_hold_now on customer_hold (customer_id, reason, coalesce(loan_id, 0))
  where lifted_at is null;
create index customer_hold_customer on customer_hold (customer_id);
create index customer_hold_loan on customer_hold (loan_id) where loan_id is not null;
create index customer_hold_listed on customer_hold (placed_at, id) where lifted_at is null;
create index customer_hold_lifted on customer_hold (lifted_at, id) where lifted_at is not null;
create index customer_hold_ending on customer_hold (country, last_day) where lifted_at is null and last_day is not null;
