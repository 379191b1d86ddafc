-- release: expand
-- Days without contact that a customer asked for, or that staff entered for them. Interest is not stopped by it.
create table hardship (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  country text not null,
  customer_id bigint not null references customer,
  from_day date not null,
  -- Last day without contact.
  until_day date not null,
  -- No reason names an illness or a family: nobody has to give sensitive data.
  reason text not null check (reason in ('income', 'expense', 'other')),
  requested_at timestamptz not null,
  -- Null where the customer asked in their account.
  staff_id bigint references staff_member,
  check (until_day >= from_day)
);
create index hardship_customer on hardship (customer_id, from_day);
create trigger hardship_country_known before insert or update of country on hardship
  for each row execute function refuse_unknown_country();
create trigger hardship_append_only before update or delete on hardship for each row execute function refuse_change();
create trigger hardship_no_truncate before truncate on hardship for each statement execute function refuse_change();

-- Channels that a customer does not want. A number is wrong until the customer has another one.
alter table contact_preference add column calls_off_at timestamptz;
alter table contact_preference add column sms_off_at timestamptz;
alter table contact_preference add column wrong_cellphone text;
