-- release: expand
-- What a day's work did, when it began and why it failed last; why a message was given up, in words without personal data.
alter table daily_run add column started_at timestamptz;
alter table daily_run add column did jsonb not null default '{}';
alter table daily_run add column failure text not null default '';
alter table message add column failure text not null default '';
-- A difference is closed against what was seen of it.
alter table reconciliation_difference add column closed_by text not null default '';
create index reconciliation_difference_closed on reconciliation_difference (id) where closed_at is not null;

-- How each loan in force stood at the end of a day: the last day that closed, and each month's last. What a day wrote is
-- not changed by what is learned later. No foreign key: writing a million rows takes no lock on a loan.
create table portfolio_loan (
  day date not null,
  loan_id bigint not null,
  country text not null,
  days_late integer not null check (days_late >= 0),
  principal bigint not null,
  overdue bigint not null,
  primary key (day, loan_id)
);
create index portfolio_loan_late on portfolio_loan (country, day, days_late, loan_id);

-- The same added up by range of days late, of every day that closed.
create table portfolio_day (
  country text not null,
  day date not null,
  late_from integer not null,
  loans integer not null,
  principal bigint not null,
  overdue bigint not null,
  primary key (country, day, late_from)
);

-- At the end of a month: what the loans of each month of origin still owe, and how much of it is late.
create table portfolio_vintage (
  country text not null,
  day date not null,
  origin date not null,
  loans integer not null,
  granted bigint not null,
  principal bigint not null,
  late_30 bigint not null,
  late_90 bigint not null,
  primary key (country, day, origin)
);

-- From one month's end to the next: from which range of days late to which; null for not there.
create table portfolio_roll (
  id bigint generated always as identity primary key,
  country text not null,
  day date not null,
  late_from integer,
  late_to integer,
  loans integer not null,
  principal bigint not null
);
create index portfolio_roll_day on portfolio_roll (country, day);

-- What happened on a day that closed, counted: money by method and rail, applications, decisions.
create table day_figure (
  country text not null,
  day date not null,
  figure text not null,
  part text not null,
  count integer not null,
  amount bigint not null,
  primary key (country, day, figure, part)
);
create trigger portfolio_loan_country_known before insert or update of country on portfolio_loan
  for each row execute function refuse_unknown_country();
create trigger portfolio_day_country_known before insert or update of country on portfolio_day
  for each row execute function refuse_unknown_country();
create trigger portfolio_vintage_country_known before insert or update of country on portfolio_vintage
  for each row execute function refuse_unknown_country();
create trigger portfolio_roll_country_known before insert or update of country on portfolio_roll
  for each row execute function refuse_unknown_country();
create trigger day_figure_country_known before insert or update of country on day_figure
  for each row execute function refuse_unknown_country();
