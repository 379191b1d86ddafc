-- What every feature stands on: append-only tables, idempotency, limits, outbox, settings, audit.

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'table % is append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;

-- The answer is encrypted: the one to an account's creation carries a session token.
create table idempotency (
  caller text not null,
  key text not null,
  request text not null,
  digest bytea not null,
  answer bytea not null,
  created_at timestamptz not null,
  primary key (caller, key)
);
create index idempotency_age on idempotency (created_at);

create table rate_count (
  key text primary key,
  window_started_at timestamptz not null,
  hits integer not null
);

create table setting (
  country text not null check (country in ('AR', 'UY')),
  name text not null,
  value text not null,
  primary key (country, name)
);

-- The body is encrypted with the application's secret: links and codes are never readable in a dump.
create table message (
  id bigint generated always as identity primary key,
  country text not null,
  channel text not null check (channel in ('sms', 'email')),
  recipient text not null,
  body bytea,
  created_at timestamptz not null,
  sent_at timestamptz,
  provider_id text,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed'))
);
create index message_recipient on message (recipient, id desc);

create table event (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  country text not null,
  kind text not null,
  customer_id bigint,
  loan_id bigint,
  request_id text,
  address text,
  detail jsonb not null default '{}'
);
create index event_customer on event (customer_id, id);
create index event_loan on event (loan_id, id);
create trigger event_append_only before update or delete on event for each row execute function refuse_change();
create trigger event_no_truncate before truncate on event for each statement execute function refuse_change();

-- The sandbox's own state: the business clock's offset and the pay-out mode.
create table sandbox (
  name text primary key,
  value text not null
);
