-- release: expand
-- Promises to pay. Whether one is open, kept or broken follows from the payments and is not stored.
create table promise (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  country text not null,
  customer_id bigint not null references customer,
  loan_id bigint not null references loan,
  -- Centavos.
  amount bigint not null check (amount > 0),
  -- Local day on which it was made: payments with value dates from this day count.
  made_on date not null,
  -- Last day to pay, as first agreed and as extended.
  first_until date not null,
  until date not null,
  made_at timestamptz not null,
  -- Null for a promise made by the borrower.
  staff_id bigint references staff_member,
  -- The contact in which it was made, by staff.
  contact_id bigint references contact,
  extended_at timestamptz,
  -- Null where the borrower extended it.
  extended_by bigint references staff_member,
  check (first_until >= made_on),
  check ((extended_at is null) = (until = first_until) and until >= first_until),
  check (extended_by is null or extended_at is not null)
);
create index promise_customer on promise (customer_id, id);
create index promise_loan on promise (loan_id);
create index promise_until on promise (country, until);
create trigger promise_country_known before insert or update of country on promise
  for each row execute function refuse_unknown_country();

-- Only an extension changes a promise, once.
create function promise_stays() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or old.extended_at is not null or new.extended_at is null
    or (new.id, new.public_id, new.country, new.customer_id, new.loan_id, new.amount, new.made_on, new.first_until,
      new.made_at, new.staff_id, new.contact_id)
    is distinct from (old.id, old.public_id, old.country, old.customer_id, old.loan_id, old.amount, old.made_on,
      old.first_until, old.made_at, old.staff_id, old.contact_id) then
    raise exception 'table % is append-only', tg_table_name using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger promise_append_only before update or delete on promise for each row execute function promise_stays();
create trigger promise_no_truncate before truncate on promise for each statement execute function promise_stays();
