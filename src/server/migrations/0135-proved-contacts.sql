-- release: expand
-- When, and by what, the e-mail address, the phone and the document of a customer were proved; null: not at all.
alter table customer
  add column email_proved_at timestamptz,
  add column email_proved_by text not null default '',
  add constraint customer_email_proved_by
    check (email_proved_by in ('', 'link', 'code', 'provider', 'before')) not valid,
  add column phone_proved_at timestamptz,
  add column document_proved_at timestamptz,
  add column document_proved_by text not null default '',
  add constraint customer_document_proved_by check (document_proved_by in ('', 'barcode', 'staff')) not valid;

-- An address is proved by a login that needed its mailbox, by the recovery link of a password (which is used before
-- the change is recorded; a change by a session ends the link in the same instant), or by money that was paid out.
-- What came before the staff corrected the address proved another one.
update customer c
set email_proved_at = proved.at, email_proved_by = proved.way
from (
  select distinct on (customer_id) customer_id, at, way
  from (
    select e.customer_id, e.at, 'link' as way from event e
    where e.kind in ('login', 'proof') and e.detail ->> 'method' = 'magic'
    union all
    select s.customer_id, s.created_at, 'link' from session s where s.method = 'magic'
    union all
    select e.customer_id, e.at, 'link'
    from event e
    join one_time_link l on l.customer_id = e.customer_id and l.kind = 'recovery'
      and l.used_at < e.at and l.used_at > e.at - interval '1 minute'
    where e.kind = 'password-changed'
    union all
    select s.customer_id, s.created_at, 'provider'
    from session s join customer o on o.id = s.customer_id
    where s.method = 'google' and lower(o.email) like '%@gmail.com'
    union all
    select l.customer_id, l.created_at, 'before' from loan l where l.state in ('approved', 'finished')
  ) as found
  where customer_id is not null and not exists (
    select from staff_audit a
    where a.customer_id = found.customer_id and a.action = 'POST /api/staff/customers/{id}/email' and a.at >= found.at)
  order by customer_id, at
) as proved
where proved.customer_id = c.id and c.erased_at is null;

-- Of several people with one proved number, who proved it last keeps the mark.
with proved as (
  select c.id, coalesce(
      (select max(e.at) from event e where e.customer_id = c.id and e.kind = 'phone-verified'),
      (select p.used_at from phone_code p where p.customer_id = c.id and p.cellphone = c.cellphone),
      c.created_at) as at,
    c.country, c.cellphone
  from customer c
  where c.contact_data_verified = 1 and c.cellphone <> '' and c.erased_at is null
), ranked as (
  select id, at, row_number() over (partition by country, cellphone order by at desc, id desc) as place
  from proved
)
update customer c
set phone_proved_at = case when ranked.place = 1 then ranked.at end,
  contact_data_verified = case when ranked.place = 1 then 1 else 0 end
from ranked where ranked.id = c.id;

update customer c
set document_proved_at = proved.at, document_proved_by = proved.way
from (
  select distinct on (customer_id) customer_id, at, way
  from (
    select r.customer_id, r.decided_at as at, 'staff' as way from identity_review r where r.state = 'approved'
    union all
    select d.customer_id, d.checked_at, 'barcode' from document_check d where d.outcome = 'match'
  ) as found
  where at is not null
  order by customer_id, at
) as proved
where proved.customer_id = c.id and c.erased_at is null;
