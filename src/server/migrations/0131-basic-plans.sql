-- release: expand
-- The plan without membership that a loan with membership was offered beside, accepted with it: the same amount,
-- instalments and due dates (docs/product/rights.md#ending-the-membership). Amounts in centavos.
create table basic_plan (
  loan_id bigint primary key references loan,
  instalment_amount bigint not null check (instalment_amount > 0),
  final_amount bigint not null check (final_amount > 0),
  terms jsonb not null,
  rates jsonb not null
);
create trigger basic_plan_append_only before update or delete on basic_plan
  for each row execute function refuse_change();
create trigger basic_plan_no_truncate before truncate on basic_plan
  for each statement execute function refuse_change();

-- Due dates are those of `instalment`, which a late delivery moves.
create table basic_plan_row (
  loan_id bigint not null references basic_plan,
  number smallint not null check (number > 0),
  principal bigint not null check (principal >= 0),
  interest bigint not null check (interest >= 0),
  tax bigint not null check (tax >= 0),
  fee bigint not null check (fee >= 0),
  fee_tax bigint not null check (fee_tax >= 0),
  primary key (loan_id, number),
  foreign key (loan_id, number) references instalment
);
create trigger basic_plan_row_append_only before update or delete on basic_plan_row
  for each row execute function refuse_change();
create trigger basic_plan_row_no_truncate before truncate on basic_plan_row
  for each statement execute function refuse_change();

create function basic_plan_must_match_loan() returns trigger language plpgsql as $$
begin
  if not exists (
    select from loan l
    where l.id = new.loan_id and l.is_membership
      and (l.principal, l.instalment_count, new.final_amount) = (
        select sum(principal), count(*), sum(principal + interest + tax + fee + fee_tax)
        from basic_plan_row where loan_id = new.loan_id)
  ) then
    raise exception 'the basic plan of loan % does not match it', new.loan_id using errcode = 'check_violation';
  end if;
  return null;
end
$$;
create constraint trigger basic_plan_matches_loan after insert on basic_plan deferrable initially deferred
  for each row execute function basic_plan_must_match_loan();

-- The membership was ended within its term without charge: its loan follows its basic plan from the beginning. A loan
-- that was paid off by then follows it only once it is in force again.
create table plan_change (
  loan_id bigint primary key references basic_plan,
  ended_on date not null,
  changed_at timestamptz not null,
  foreign key (loan_id) references membership_end
);
create trigger plan_change_append_only before update or delete on plan_change
  for each row execute function refuse_change();
create trigger plan_change_no_truncate before truncate on plan_change
  for each statement execute function refuse_change();

-- A plan in force may come from another fact than a payment.
alter table schedule_version alter column payment_id drop not null;
