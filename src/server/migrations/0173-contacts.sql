-- release: expand
-- Contacts about a debt that is due or late, by jobs and by staff (docs/product/collections.md#contact-gate). Written
-- with the message that it records; every contact is counted, so none is changed.
create table contact (
  id bigint generated always as identity primary key,
  country text not null,
  customer_id bigint not null references customer,
  loan_id bigint references loan,
  channel text not null check (channel in ('mail', 'sms', 'whatsapp', 'call')),
  -- What it was: reminder, payment-link, template, call.
  kind text not null check (kind in ('reminder', 'payment-link', 'template', 'call')),
  -- Local day and time; the day is counted.
  day date not null,
  at timestamptz not null,
  -- Null for a contact by a job.
  staff_id bigint references staff_member,
  -- The mail that this SMS repeats: both are one contact of their day.
  same_as bigint references contact
);
create index contact_customer on contact (customer_id, at);
create index contact_day on contact (country, day);
create trigger contact_country_known before insert or update of country on contact
  for each row execute function refuse_unknown_country();
create trigger contact_append_only before update or delete on contact for each row execute function refuse_change();
create trigger contact_no_truncate before truncate on contact for each statement execute function refuse_change();

-- Outcome of a contact by staff. A correction is another row; the newest counts.
create table contact_result (
  id bigint generated always as identity primary key,
  country text not null,
  contact_id bigint not null references contact,
  result text not null
    check (result in ('no-answer', 'wrong-number', 'spoke', 'promise', 'hardship', 'dispute', 'wants-no-calls')),
  -- Words of the staff; emptied when the person's data is erased.
  note text not null,
  staff_id bigint not null references staff_member,
  at timestamptz not null
);
create index contact_result_contact on contact_result (contact_id, id);
create trigger contact_result_country_known before insert or update of country on contact_result
  for each row execute function refuse_unknown_country();

create function contact_result_stays() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or new.note <> '' or (new.id, new.country, new.contact_id, new.result, new.staff_id, new.at)
    is distinct from (old.id, old.country, old.contact_id, old.result, old.staff_id, old.at) then
    raise exception 'table % is append-only', tg_table_name using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger contact_result_append_only before update or delete on contact_result
  for each row execute function contact_result_stays();
create trigger contact_result_no_truncate before truncate on contact_result
  for each statement execute function contact_result_stays();

-- Contacts that the gate refused, counted for the figures of the day.
create table contact_refusal (
  country text not null,
  day date not null,
  channel text not null,
  reason text not null,
  by_staff boolean not null,
  count integer not null check (count > 0),
  primary key (country, day, channel, reason, by_staff)
);
create trigger contact_refusal_country_known before insert or update of country on contact_refusal
  for each row execute function refuse_unknown_country();
