-- release: expand
-- Price lists that the staff prepares, and lists that end before another one takes their place.

create table price_list_draft (
  id bigint generated always as identity primary key,
  country text not null,
  -- The version of the list that it becomes.
  name text not null,
  based_on bigint not null references price_list,
  data jsonb not null,
  state text not null default 'open' check (state in ('open', 'activated', 'discarded')),
  version bigint not null default 1,
  -- Who changed it last, for who looks at an older version.
  changed_by text not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  price_list_id bigint references price_list,
  check ((state = 'activated') = (price_list_id is not null))
);
create unique index price_list_draft_name on price_list_draft (country, name) where state = 'open';
create trigger price_list_draft_country_known before insert or update of country on price_list_draft
  for each row execute function refuse_unknown_country();

create table price_list_end (
  price_list_id bigint primary key references price_list,
  -- The first day on which it prices no new offer.
  ends_on date not null,
  ended_by text not null,
  created_at timestamptz not null
);
create trigger price_list_end_append_only before update or delete on price_list_end for each row execute function refuse_change();
create trigger price_list_end_no_truncate before truncate on price_list_end for each statement execute function refuse_change();
