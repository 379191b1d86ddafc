-- release: expand
-- Filters of the console's lists that people of the staff have given a name, each their own.

create table staff_view (
  id bigint generated always as identity primary key,
  staff_id bigint not null references staff_member,
  -- The page of the console that has the list.
  list text not null,
  name text not null check (length(name) between 1 and 40),
  -- By their names in the page's address.
  filters jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null
);
create unique index staff_view_name on staff_view (staff_id, list, lower(name));
