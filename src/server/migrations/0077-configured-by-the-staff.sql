-- release: expand
-- Who changed a setting, when and why; values that hold from a day on: the index unit, the legal ceiling.

-- Counts every change of a setting, by the console, by SQL or by a release before: a row of `setting` may come and go.
create table setting_version (
  country text not null,
  name text not null,
  version bigint not null,
  primary key (country, name)
);
create trigger setting_version_country_known before insert on setting_version
  for each row execute function refuse_unknown_country();
create function count_setting_version() returns trigger language plpgsql as $$
declare
  changed record;
begin
  if tg_op = 'DELETE' then changed := old; else changed := new; end if;
  insert into setting_version (country, name, version) values (changed.country, changed.name, 1)
    on conflict (country, name) do update set version = setting_version.version + 1;
  return null;
end
$$;
create trigger setting_counted after insert or update or delete on setting
  for each row execute function count_setting_version();

-- A change by the console. Null: what the program says, which a release may change.
create table setting_change (
  country text not null,
  name text not null,
  -- The version that it made.
  version bigint not null,
  before text,
  after text,
  staff_id bigint not null references staff_member,
  changed_by text not null,
  reason_code text not null,
  reason text not null,
  created_at timestamptz not null,
  primary key (country, name, version)
);
create trigger setting_change_country_known before insert on setting_change
  for each row execute function refuse_unknown_country();
create trigger setting_change_append_only before update or delete on setting_change for each row execute function refuse_change();
create trigger setting_change_no_truncate before truncate on setting_change for each statement execute function refuse_change();

-- The newest row of a day counts: a wrong value is corrected by another row.
create table dated_value (
  id bigint generated always as identity primary key,
  country text not null,
  kind text not null check (kind in ('unit', 'ceiling')),
  first_day date not null,
  -- A decimal as text, as price lists have them.
  value text not null check (value ~ '^\d{1,10}(\.\d{1,10})?$'),
  entered_by text not null,
  created_at timestamptz not null
);
create index dated_value_newest on dated_value (country, kind, first_day desc, id desc);
create trigger dated_value_country_known before insert on dated_value
  for each row execute function refuse_unknown_country();
create trigger dated_value_append_only before update or delete on dated_value for each row execute function refuse_change();
create trigger dated_value_no_truncate before truncate on dated_value for each statement execute function refuse_change();
