-- release: expand
-- Addresses that outside systems get events at (docs/product/integrations.md#webhooks).
create table webhook_endpoint (
  id bigint generated always as identity primary key,
  country text not null,
  partner_id bigint not null references partner,
  url text not null,
  types text[] not null,
  -- Encrypted. Both sign until the earlier one ends.
  secret bytea not null,
  earlier_secret bytea,
  earlier_until timestamptz,
  is_on boolean not null default true,
  -- Why the product switched it off: gone (410), failing (three days).
  off_because text not null default '' check (off_because in ('', 'gone', 'failing')),
  off_at timestamptz,
  -- First failure since the last delivery.
  failing_since timestamptz,
  version int not null default 1,
  created_by bigint not null references staff_member,
  created_at timestamptz not null,
  -- Work of the endpoint, claimed by one worker at a time: the earliest due time of its deliveries.
  due_at timestamptz,
  tries int not null default 0
);
create index webhook_endpoint_partner on webhook_endpoint (partner_id);
create index webhook_endpoint_due on webhook_endpoint (due_at) where due_at is not null and is_on;
create trigger webhook_endpoint_country_known before insert or update of country on webhook_endpoint
  for each row execute function refuse_unknown_country();

create table webhook_delivery (
  id bigint generated always as identity primary key,
  endpoint_id bigint not null references webhook_endpoint,
  event_id bigint not null references partner_event on delete cascade,
  created_at timestamptz not null default now(),
  -- Null once delivered or given up.
  due_at timestamptz default now(),
  tries int not null default 0,
  delivered_at timestamptz,
  unique (endpoint_id, event_id)
);
create index webhook_delivery_due on webhook_delivery (endpoint_id, due_at) where due_at is not null;
create index webhook_delivery_event on webhook_delivery (event_id);

create table webhook_attempt (
  id bigint generated always as identity primary key,
  delivery_id bigint not null references webhook_delivery on delete cascade,
  at timestamptz not null default now(),
  -- Of the answer; null without one.
  status int,
  -- Empty for a delivery.
  failure text not null,
  milliseconds int not null
);
create index webhook_attempt_delivery on webhook_attempt (delivery_id, id);
