-- release: expand
-- Public lists against which customers are matched (docs/product/screening.md).

-- A list as it was loaded. Only what was looked at later and screened changes.
create table watch_list_version (
  id bigint generated always as identity primary key,
  country text not null,
  -- SHA-256 of its files, hexadecimal.
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  entries int not null check (entries > 0),
  added int not null,
  changed int not null,
  removed int not null,
  loaded_at timestamptz not null,
  -- When the same digest was read last.
  checked_at timestamptz not null,
  -- When all customers had been matched with its changes.
  screened_at timestamptz
);
create index watch_list_version_country on watch_list_version (country, id);
create trigger watch_list_version_country_known before insert or update of country on watch_list_version
  for each row execute function refuse_unknown_country();

-- Entries that a version added, changed or removed; the newest row of a source_id is the present one.
create table watch_list_entry (
  id bigint generated always as identity primary key,
  country text not null,
  version_id bigint not null references watch_list_version,
  -- The list's own number.
  source_id text not null,
  change text not null check (change in ('added', 'changed', 'removed')),
  digest text not null,
  -- Names, births, numbers and what the list says beside them.
  body jsonb not null
);
create index watch_list_entry_source on watch_list_entry (country, source_id, id);
create index watch_list_entry_version on watch_list_entry (version_id);
create trigger watch_list_entry_country_known before insert or update of country on watch_list_entry
  for each row execute function refuse_unknown_country();
create trigger watch_list_entry_append_only before update or delete on watch_list_entry
  for each row execute function refuse_change();
create trigger watch_list_entry_no_truncate before truncate on watch_list_entry
  for each statement execute function refuse_change();

-- Customers as they were matched last, by what an entry can share with them.
create table screened_customer (
  customer_id bigint primary key references customer,
  country text not null,
  -- Sounds of the words of the name.
  keys text[] not null,
  documents text[] not null,
  birth_year int,
  -- Digest of the name, birth date and numbers.
  digest text not null,
  screened_at timestamptz not null
);
create index screened_customer_keys on screened_customer using gin (keys) with (fastupdate = off);
create index screened_customer_documents on screened_customer using gin (documents) with (fastupdate = off);
create trigger screened_customer_country_known before insert or update of country on screened_customer
  for each row execute function refuse_unknown_country();

-- Possible matches and their decision.
create table screening_match (
  id bigint generated always as identity primary key,
  country text not null,
  customer_id bigint not null references customer,
  entry_id bigint not null references watch_list_entry,
  -- Digest of the customer's side; the entry's row is the other.
  digest text not null,
  reasons text[] not null,
  -- The listed name that fits.
  name text not null,
  -- Ended: one side changed or left before a decision.
  state text not null check (state in ('waiting', 'same', 'other', 'ended')),
  found_at timestamptz not null,
  decided_at timestamptz,
  decided_by bigint references staff_member,
  -- Second person, for the same person.
  approved_by bigint references staff_member,
  reason_code text not null default '',
  reason text not null default '',
  version bigint not null default 1,
  unique (customer_id, entry_id, digest),
  check ((state in ('same', 'other')) = (decided_by is not null)),
  check ((state = 'same') = (approved_by is not null)),
  check (decided_by <> approved_by)
);
create index screening_match_waiting on screening_match (customer_id) where state = 'waiting';
create index screening_match_listed on screening_match (country, found_at, id) where state = 'waiting';
create index screening_match_decided on screening_match (country, id) where state in ('same', 'other');
create index screening_match_entry on screening_match (entry_id);
create trigger screening_match_country_known before insert or update of country on screening_match
  for each row execute function refuse_unknown_country();
