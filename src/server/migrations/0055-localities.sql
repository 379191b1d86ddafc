-- release: expand
-- What a refresh of the localities has changed of the list that the release ships: names, new ones (their ids begin
-- behind those of the list, and never change), and those that the register no longer has.
create table locality (
  country text not null,
  id integer not null,
  province_id integer not null,
  name text not null,
  -- The register's own.
  code text not null,
  vanished_at timestamptz,
  changed_at timestamptz not null,
  primary key (country, id),
  unique (country, province_id, code)
);
create trigger locality_country_known before insert or update of country on locality
  for each row execute function refuse_unknown_country();
