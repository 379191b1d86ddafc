-- release: expand
-- Whose data each member of the staff saw on a day (UTC), by which call: the access log of reads, and what the budgets of
-- a day count. `is_listed`: as a row of a list, masked.
create table personal_data_view (
  staff_id bigint not null references staff_member,
  day date not null,
  customer_id bigint not null references customer,
  action text not null,
  is_listed boolean not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  times integer not null default 1,
  primary key (staff_id, day, customer_id, action)
);
create index personal_data_view_customer on personal_data_view (customer_id, day);
create index personal_data_view_day on personal_data_view (day);

-- Reads that a budget refused.
create table personal_data_refusal (
  staff_id bigint not null references staff_member,
  day date not null,
  times integer not null default 1,
  last_at timestamptz not null,
  primary key (staff_id, day)
);
