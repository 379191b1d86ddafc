-- release: expand
-- What staff store about a case of Cobranzas; the case itself is derived from the loans.
create table collection_case (
  customer_id bigint primary key references customer,
  country text not null,
  assigned_to bigint references staff_member,
  -- The case waits behind until this day.
  next_look date,
  -- The person working on it, until the reservation ends.
  reserved_by bigint references staff_member,
  reserved_until timestamptz,
  updated_at timestamptz not null,
  version bigint not null default 1,
  check ((reserved_by is null) = (reserved_until is null))
);
create index collection_case_assigned on collection_case (assigned_to) where assigned_to is not null;
create index collection_case_reserved on collection_case (reserved_by, reserved_until) where reserved_by is not null;
create trigger collection_case_country_known before insert or update of country on collection_case
  for each row execute function refuse_unknown_country();

-- The contact of a reminder's mail, and why the gate refused one; '' for one that was sent.
alter table reminder_notice add column contact_id bigint references contact;
alter table reminder_notice add column refused text not null default '';
