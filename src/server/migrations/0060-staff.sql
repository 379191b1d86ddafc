-- release: expand
-- The lender's people, their sessions, what waits for a second person, and what they did.

create table staff_member (
  id bigint generated always as identity primary key,
  email text not null unique check (email = lower(email)),
  name text not null,
  roles text[] not null default '{}',
  countries text[] not null,
  -- Roles that the groups of the identity provider gave are set at each sign-in and not in the console.
  roles_from_provider boolean not null default false,
  state text not null default 'invited' check (state in ('invited', 'active', 'disabled')),
  -- The identity provider's name for the person, once seen.
  subject text unique,
  version bigint not null default 1,
  changed_by text not null default '',
  created_at timestamptz not null,
  changed_at timestamptz not null
);

create table staff_session (
  id bigint generated always as identity primary key,
  digest bytea not null unique,
  staff_id bigint not null references staff_member,
  method text not null,
  address text not null,
  device text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index staff_session_staff on staff_session (staff_id) where ended_at is null;

-- A sign-in that has gone to the identity provider and not come back.
create table staff_sign_in (
  digest bytea primary key,
  secrets bytea not null,
  created_at timestamptz not null
);

-- A command that a second person has to approve, frozen as it was asked for.
create table staff_approval (
  id bigint generated always as identity primary key,
  action text not null,
  request jsonb not null,
  seen_version bigint,
  permission text not null,
  subject text not null,
  subject_name text not null,
  country text,
  customer_id bigint references customer,
  reason_code text not null,
  reason text not null,
  before jsonb not null,
  after jsonb not null,
  requested_by bigint not null references staff_member,
  requested_at timestamptz not null,
  state text not null default 'pending' check (state in ('pending', 'approved', 'rejected', 'withdrawn')),
  decided_by bigint references staff_member,
  decided_at timestamptz,
  check ((state = 'pending') = (decided_at is null)),
  check (state <> 'approved' or decided_by <> requested_by)
);
create trigger staff_approval_country_known before insert or update of country on staff_approval
  for each row when (new.country is not null) execute function refuse_unknown_country();
create index staff_approval_pending on staff_approval (id) where state = 'pending';

create table staff_audit (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  staff_id bigint not null references staff_member,
  action text not null,
  subject text not null,
  subject_name text not null,
  country text,
  customer_id bigint references customer,
  reason_code text not null,
  reason text not null,
  request_id text not null,
  address text not null,
  device text not null,
  before jsonb not null,
  after jsonb not null,
  approval_id bigint references staff_approval,
  requested_by bigint references staff_member
);
create trigger staff_audit_country_known before insert on staff_audit
  for each row when (new.country is not null) execute function refuse_unknown_country();
create index staff_audit_staff on staff_audit (staff_id, id);
create index staff_audit_customer on staff_audit (customer_id, id) where customer_id is not null;
create index staff_audit_action on staff_audit (action, id);
create trigger staff_audit_append_only before update or delete on staff_audit for each row execute function refuse_change();
create trigger staff_audit_no_truncate before truncate on staff_audit for each statement execute function refuse_change();
