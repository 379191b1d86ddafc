-- release: expand
-- What the staff changes of the bank holidays that come with the program.

-- The newest row of a day that is in force counts: a wrong one is corrected by another row.
create table holiday_change (
  id bigint generated always as identity primary key,
  country text not null,
  day date not null,
  -- Whether banks are closed on that day; false where the program's table says so and they are open.
  is_closed boolean not null,
  name text not null,
  entered_by text not null,
  created_at timestamptz not null,
  -- A little later than its approval: until then every process has read it.
  in_force_at timestamptz not null
);
create index holiday_change_newest on holiday_change (country, id desc);
create trigger holiday_change_country_known before insert on holiday_change
  for each row execute function refuse_unknown_country();
create trigger holiday_change_append_only before update or delete on holiday_change for each row execute function refuse_change();
create trigger holiday_change_no_truncate before truncate on holiday_change for each statement execute function refuse_change();
