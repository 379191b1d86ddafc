-- release: expand
-- Last version of each object, kept when its events are swept (docs/product/integrations.md#events).
create table partner_event_version (
  object_id text primary key,
  version int not null
);
insert into partner_event_version (object_id, version)
select object_id, max(version) from partner_event group by object_id;

create or replace function store_partner_event() returns trigger language plpgsql as $$
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
    with counted as (
      insert into partner_event_version as v (object_id, version)
      select l.public_id, 1 from loan l where l.id = new.loan_id
        and exists (select from partner p where p.country = new.country and p.kind = 'own')
      on conflict (object_id) do update set version = v.version + 1 returning object_id, version
    )
    insert into partner_event (country, type, object_id, version, at)
    select new.country, loan_type, c.object_id, c.version, new.at from counted c;
  end if;
  if new.customer_id is not null and new.kind in ('account-created', 'loan-confirmed', 'loan-paid-out', 'loan-canceled', 'loan-finished') then
    with counted as (
      insert into partner_event_version as v (object_id, version)
      select pl.public_id, 1 from customer c join partner_lead pl on pl.lead_id = c.lead_id where c.id = new.customer_id
      on conflict (object_id) do update set version = v.version + 1 returning object_id, version
    )
    insert into partner_event (country, type, object_id, version, partner_id, at)
    select new.country, 'lead.changed', c.object_id, c.version, pl.partner_id, new.at
    from counted c join partner_lead pl on pl.public_id = c.object_id;
  end if;
  return null;
end
$$;
