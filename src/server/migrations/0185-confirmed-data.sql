-- release: expand
-- Data of the law or of the accountant that two people of the lender confirmed, each from a day on. What the program
-- ships has no row and is unconfirmed. The newest row of a day counts: a wrong one is corrected by another row.
create table confirmed_data (
  id bigint generated always as identity primary key,
  country text not null,
  name text not null,
  first_day date not null,
  -- Text by field.
  fields jsonb not null check (jsonb_typeof(fields) = 'object'),
  entered_by text not null,
  approved_by text not null,
  created_at timestamptz not null,
  check (entered_by <> approved_by)
);
create index confirmed_data_newest on confirmed_data (country, name, first_day desc, id desc);
create trigger confirmed_data_country_known before insert on confirmed_data
  for each row execute function refuse_unknown_country();
create trigger confirmed_data_append_only before update or delete on confirmed_data
  for each row execute function refuse_change();
create trigger confirmed_data_no_truncate before truncate on confirmed_data
  for each statement execute function refuse_change();
