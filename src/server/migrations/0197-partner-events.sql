-- release: expand
-- Outside systems: partners who bring people, and the lender's own (docs/product/integrations.md#partners).
create table partner (
  id bigint generated always as identity primary key,
  country text not null,
  -- Channel of its leads.
  code text not null check (code ~ '^[a-z][a-z0-9-]{1,38}$'),
  name text not null,
  kind text not null check (kind in ('partner', 'own')),
  created_by bigint not null references staff_member,
  created_at timestamptz not null,
  unique (country, code)
);
create trigger partner_country_known before insert or update of country on partner
  for each row execute function refuse_unknown_country();

create table partner_key (
  id bigint generated always as identity primary key,
  country text not null,
  partner_id bigint not null references partner,
  name text not null,
  scopes text[] not null,
  hourly_limit int not null check (hourly_limit > 0),
  expires_at timestamptz not null,
  asked_by bigint not null references staff_member,
  approved_by bigint not null references staff_member,
  approved_at timestamptz not null,
  -- Both null until the person who asked fetches the key. The digest is of the whole key, which is random.
  prefix text unique,
  digest bytea,
  issued_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  revoked_by bigint references staff_member,
  check ((prefix is null) = (digest is null))
);
create index partner_key_partner on partner_key (partner_id);
create trigger partner_key_country_known before insert or update of country on partner_key
  for each row execute function refuse_unknown_country();

-- Leads that a partner sent, under an id that opens nothing else.
create table partner_lead (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  country text not null,
  partner_id bigint not null references partner,
  lead_id bigint not null unique references lead,
  created_at timestamptz not null
);
create index partner_lead_partner on partner_lead (partner_id);
create trigger partner_lead_country_known before insert or update of country on partner_lead
  for each row execute function refuse_unknown_country();

-- Events for outside systems: written by the transaction of what happened, numbered after its commit.
create table partner_event (
  id bigint generated always as identity primary key,
  public_id text not null unique default 'evt_' || replace(gen_random_uuid()::text, '-', ''),
  country text not null,
  type text not null,
  object_id text not null,
  version int not null,
  -- Null for the lender's own systems.
  partner_id bigint references partner,
  at timestamptz not null,
  position bigint unique
);
create index partner_event_unnumbered on partner_event (id) where position is null;
create index partner_event_object on partner_event (object_id);
create index partner_event_feed on partner_event (country, partner_id, position) where position is not null;
create index partner_event_at on partner_event (at);
create trigger partner_event_country_known before insert or update of country on partner_event
  for each row execute function refuse_unknown_country();
create sequence partner_event_position;

create function store_partner_event() returns trigger language plpgsql as $$
declare
  loan_type text := case new.kind
    when 'loan-confirmed' then 'loan.confirmed'
    when 'loan-paid-out' then 'loan.delivered'
    when 'loan-canceled' then 'loan.canceled'
    when 'loan-finished' then 'loan.finished'
    when 'payment-received' then 'payment.received'
    when 'payment-reversed' then 'payment.reversed'
    when 'account-created' then null
    when 'lead.created' then null
    else 'loan.changed' end;
begin
  if not exists (select from partner p where p.country = new.country) then return null; end if;
  if new.loan_id is not null and loan_type is not null then
    insert into partner_event (country, type, object_id, version, at)
    select new.country, loan_type, l.public_id,
      1 + (select count(*) from partner_event e where e.object_id = l.public_id), new.at
    from loan l where l.id = new.loan_id
      and exists (select from partner p where p.country = new.country and p.kind = 'own');
  end if;
  if new.customer_id is not null and new.kind in ('account-created', 'loan-confirmed', 'loan-paid-out', 'loan-canceled', 'loan-finished') then
    insert into partner_event (country, type, object_id, version, partner_id, at)
    select new.country, 'lead.changed', pl.public_id,
      1 + (select count(*) from partner_event e where e.object_id = pl.public_id), pl.partner_id, new.at
    from customer c join partner_lead pl on pl.lead_id = c.lead_id where c.id = new.customer_id;
  end if;
  return null;
end
$$;
create trigger event_for_partners after insert on event for each row
  when (new.kind in ('account-created', 'loan-confirmed', 'loan-paid-out', 'loan-canceled', 'loan-finished',
    'loan-withdrawn', 'loan-reopened', 'plan-changed', 'loan-action', 'loan-action-undone', 'loan-written-off',
    'write-off-undone', 'payment-received', 'payment-reversed'))
  execute function store_partner_event();
