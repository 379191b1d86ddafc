-- release: expand
-- Tax points of loans, each the change of what is taxed of an instalment on a day (docs/product/books.md#tax-point). The
-- sum of a loan's rows is its balance of tax payable, once `loan.tax_rule` is set.
create table tax_points (
  id bigint generated always as identity primary key,
  country text not null,
  loan_id bigint not null references loan,
  -- 0 for the loan itself: the charge at origination.
  instalment int not null check (instalment >= 0),
  kind text not null check (kind in ('interest', 'fee', 'default-interest', 'origination')),
  -- Centavos; below zero for tax that is not owed any more.
  base bigint not null,
  tax bigint not null,
  tax_date date not null,
  booked_at timestamptz not null,
  check (base <> 0 or tax <> 0)
);
create index tax_points_loan on tax_points (loan_id);
create index tax_points_day on tax_points (country, tax_date);
create trigger tax_points_country_known before insert or update of country on tax_points
  for each row execute function refuse_unknown_country();
create trigger tax_points_append_only before update or delete on tax_points
  for each row execute function refuse_change();
create trigger tax_points_no_truncate before truncate on tax_points
  for each statement execute function refuse_change();

-- Rule by which the loan's books and points are written: tax at payment, or at the due date if that comes first. Null
-- for loans from before, and those of the release before: their next booking writes all their points.
alter table loan add column tax_rule text;
alter table loan add constraint loan_tax_rule_check check (tax_rule in ('payment', 'due-date')) not valid;
-- Next day on which something falls due for tax, or an earlier one; null for none. Never later than that day.
alter table loan add column tax_due_on date default '1970-01-01';
