-- release: expand
-- The staff's passkeys, links to enrol the first of them, and when a session was last proven by one.

create table staff_passkey (
  id bigint generated always as identity primary key,
  staff_id bigint not null references staff_member,
  credential_id text not null unique,
  public_key bytea not null,
  -- How often the authenticator says that it signed; it never goes back, save for those that always say zero.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index staff_passkey_staff on staff_passkey (staff_id);

-- A link by which somebody enrols a passkey without being signed in: used once.
create table staff_enrolment (
  digest bytea primary key,
  staff_id bigint not null references staff_member,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

-- Challenges that were answered: none is answered twice.
create table staff_answered_challenge (
  digest bytea primary key,
  answered_at timestamptz not null
);

alter table staff_session add column proven_at timestamptz;
