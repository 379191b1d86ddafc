-- Pricing as data, decisions and the offers that come out of them.

-- A new list never changes an offer that a customer holds: the offer names its list.
create table price_list (
  id bigint generated always as identity primary key,
  country text not null check (country in ('AR', 'UY')),
  valid_from date not null,
  version text not null,
  data jsonb not null,
  created_at timestamptz not null,
  unique (country, version)
);
create trigger price_list_append_only before update or delete on price_list for each row execute function refuse_change();

create table decision (
  id bigint generated always as identity primary key,
  country text not null,
  lead_id bigint references lead,
  customer_id bigint references customer,
  inputs jsonb not null,
  rule text not null,
  outcome jsonb not null,
  at timestamptz not null
);
create trigger decision_append_only before update or delete on decision for each row execute function refuse_change();
create trigger decision_no_truncate before truncate on decision for each statement execute function refuse_change();

-- max_amount is null for a rejection. Amounts in centavos.
create table offer (
  id bigint generated always as identity primary key,
  hash text not null unique,
  country text not null,
  lead_id bigint references lead,
  customer_id bigint references customer,
  decision_id bigint not null references decision,
  price_list_id bigint not null references price_list,
  segment text not null,
  min_amount bigint,
  max_amount bigint,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check ((min_amount is null) = (max_amount is null)),
  check (min_amount > 0 and max_amount >= min_amount)
);
create index offer_lead on offer (lead_id, id desc);
create index offer_customer on offer (customer_id, id desc);

create table lead_feedback (
  id bigint generated always as identity primary key,
  lead_id bigint not null references lead,
  reason text not null,
  comment text not null,
  created_at timestamptz not null
);
