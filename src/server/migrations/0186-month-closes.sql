-- release: expand
-- Month-end closes: figures of each loan frozen at the end of a month, and the journal of the month.
create table closes (
  id bigint generated always as identity primary key,
  country text not null,
  -- First day of the month.
  month date not null check (extract(day from month) = 1),
  state text not null check (state in ('freezing', 'prepared', 'closed')),
  -- Counts preparations; a request to close names the one that was seen.
  version integer not null default 1,
  -- Number of the closed month within the country.
  number integer check (number > 0),
  -- End of the month in the country: what was booked before it is known to the close.
  cut_at timestamptz not null,
  -- Last loan that was frozen.
  frozen_to bigint not null default 0,
  -- Ledger transactions up to here are in this close or an earlier one, unless booked after the cut.
  ledger_until bigint not null default 0,
  -- Confirmed data in use: fields by name, and the id of each entry, 0 if nobody confirmed it.
  data jsonb not null,
  -- Sums over the loans, journal and balances, centavos; null until frozen.
  totals jsonb,
  journal jsonb,
  balances jsonb,
  prepared_by bigint not null references staff_member,
  prepared_at timestamptz not null,
  asked_by bigint references staff_member,
  approved_by bigint references staff_member,
  closed_at timestamptz,
  unique (country, month),
  unique (country, number),
  check ((state = 'closed') = (number is not null and asked_by is not null and approved_by is not null
    and closed_at is not null)),
  check (state = 'freezing' or (totals is not null and journal is not null and balances is not null)),
  check (asked_by <> approved_by)
);
create trigger closes_country_known before insert or update of country on closes
  for each row execute function refuse_unknown_country();
create function refuse_change_of_close() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.state = 'closed' then raise exception 'close % cannot be changed', old.id; end if;
  return new;
end
$$;
create trigger closes_closed before update or delete on closes
  for each row execute function refuse_change_of_close();
create trigger closes_no_truncate before truncate on closes
  for each statement execute function refuse_change();

-- A loan's figures at the end of the month, centavos.
create table close_loans (
  close_id bigint not null,
  loan_id bigint not null,
  customer_id bigint not null,
  -- Capital owed, with the parts that refunded money left missing and that was written off.
  principal bigint not null check (principal >= 0),
  shortfall bigint not null check (shortfall >= 0),
  written_off bigint not null check (written_off >= 0),
  interest_accrued bigint not null check (interest_accrued >= 0),
  interest_due bigint not null check (interest_due >= 0),
  default_interest bigint not null check (default_interest >= 0),
  fees_due bigint not null check (fees_due >= 0),
  days_late integer not null check (days_late >= 0),
  class smallint not null check (class between 1 and 5),
  provision bigint not null check (provision >= 0),
  is_suspended boolean not null,
  is_refinanced boolean not null,
  is_sued boolean not null,
  is_disputed boolean not null,
  is_written_off boolean not null,
  primary key (close_id, loan_id)
);
create function refuse_change_of_frozen() returns trigger language plpgsql as $$
begin
  if exists (select from (select distinct close_id from changed) c
      where not exists (select from closes where id = c.close_id and state = 'freezing')) then
    raise exception 'the loans of a close are frozen';
  end if;
  return null;
end
$$;
create trigger close_loans_inserted after insert on close_loans referencing new table as changed
  for each statement execute function refuse_change_of_frozen();
create trigger close_loans_deleted after delete on close_loans referencing old table as changed
  for each statement execute function refuse_change_of_frozen();
create trigger close_loans_no_update before update on close_loans
  for each row execute function refuse_change();
create trigger close_loans_no_truncate before truncate on close_loans
  for each statement execute function refuse_change();
