-- release: expand
-- Contacts that the staff corrected: new accounts and new loans wait afterwards, and the person can undo it by a link.
create table contact_change (
  id bigint generated always as identity primary key,
  country text not null,
  customer_id bigint not null references customer,
  kind text not null check (kind in ('email', 'phone')),
  -- What was there before, encrypted; null once it was undone or its person erased.
  former bytea,
  digest bytea not null unique,
  changed_at timestamptz not null,
  waits_until timestamptz not null,
  stopped_at timestamptz
);
create trigger contact_change_country_known before insert or update of country on contact_change
  for each row execute function refuse_unknown_country();
create index contact_change_customer on contact_change (customer_id, id);
