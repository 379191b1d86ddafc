-- release: expand
-- Class of each loan at the close of a day (docs/product/loan-changes.md#class). Null if an earlier release stored the
-- loan.
alter table portfolio_loan add column class smallint check (class between 1 and 5);

-- The loans of a closed day by class, without those written off.
create table portfolio_class (
  country text not null,
  day date not null,
  class smallint not null check (class between 1 and 5),
  loans integer not null,
  principal bigint not null,
  overdue bigint not null,
  primary key (country, day, class)
);
create trigger portfolio_class_country_known before insert or update of country on portfolio_class
  for each row execute function refuse_unknown_country();
