-- release: expand
-- Passkeys of customers, and the challenges that were answered: none is answered twice.

create table customer_passkey (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customer,
  credential_id text not null unique,
  public_key bytea not null,
  -- How often the authenticator says that it signed; it never goes back, save for those that always say zero.
  counter bigint not null,
  transports text[] not null,
  -- Browser and system that it was added with.
  device text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index customer_passkey_customer on customer_passkey (customer_id);

create table customer_answered_challenge (
  digest bytea primary key,
  answered_at timestamptz not null
);
create index customer_answered_challenge_age on customer_answered_challenge (answered_at);
