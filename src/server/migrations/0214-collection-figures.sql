-- release: expand
-- Figures of Cobranzas over the last days as of the last closed day (docs/product/collections.md#figures). Derived from
-- contacts, promises, payments and the portfolio; each close replaces them.
create table collection_figure (
  id bigint generated always as identity primary key,
  country text not null,
  -- The last of the days counted.
  closed_on date not null,
  -- Number of days counted.
  days integer not null check (days > 0),
  -- Null for contacts by jobs and promises made by borrowers.
  staff_id bigint references staff_member,
  -- Range of days late on the day of the contact, 0 to 4; null for promises without a contact, and for contacts that do
  -- not state it.
  late_range integer check (late_range between 0 and 4),
  calls integer not null,
  mails integer not null,
  texts integer not null,
  customers integer not null,
  cured integer not null,
  promises integer not null,
  promised bigint not null,
  kept integer not null,
  broken integer not null
);
create index collection_figure_days on collection_figure (country, days);
create trigger collection_figure_country_known before insert or update of country on collection_figure
  for each row execute function refuse_unknown_country();
