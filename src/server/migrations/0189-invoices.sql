-- release: expand
-- Fiscal documents of tax points (docs/product/invoices.md).

-- Numbers of a point of sale and kind.
create table invoice_series (
  id bigint generated always as identity primary key,
  country text not null,
  point_of_sale int not null check (point_of_sale between 1 and 99998),
  kind text not null check (kind in ('invoice', 'credit-note')),
  -- Last number authorised; null until the authority was asked.
  last_number bigint check (last_number >= 0),
  last_on date,
  -- Consecutive refusals with one code.
  refusals int not null default 0,
  refused_code text not null default '',
  -- Why a person has to look; '' while it runs.
  stopped text not null default '',
  stopped_at timestamptz,
  due_at timestamptz not null default now(),
  tries int not null default 0,
  failure text not null default '',
  version int not null default 0,
  unique (country, point_of_sale, kind)
);
create trigger invoice_series_country_known before insert or update of country on invoice_series
  for each row execute function refuse_unknown_country();

create table invoice (
  id bigint generated always as identity primary key,
  country text not null,
  loan_id bigint not null references loan,
  customer_id bigint not null references customer,
  kind text not null check (kind in ('invoice', 'credit-note')),
  tax_date date not null,
  -- Centavos, of the kind's own sign.
  net bigint not null,
  tax bigint not null,
  -- Customer as the document names them; the law keeps it after an erasure.
  document_kind text not null check (document_kind in ('document', 'legal')),
  document_number text not null,
  name text not null,
  state text not null check (state in ('waiting', 'in-flight', 'authorised', 'refused', 'resolved')),
  series_id bigint references invoice_series,
  number bigint check (number > 0),
  issued_on date,
  -- Authorisation (CAE) with its last day, and the address that checks it.
  code text,
  code_until date,
  check_url text,
  -- Lender as of the authorisation.
  lender jsonb,
  -- Words of the last refusal: code and message of each.
  faults jsonb not null default '[]',
  -- Evidence of one that two people settled without a number.
  file_id bigint references staff_file,
  reason_code text,
  reason text,
  asked_by bigint references staff_member,
  approved_by bigint references staff_member,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  version int not null default 0,
  unique (series_id, number),
  check ((state in ('in-flight', 'authorised')) = (number is not null)),
  check ((number is null) = (series_id is null)),
  check ((number is null) = (issued_on is null)),
  check ((state = 'authorised') = (code is not null)),
  check ((state = 'resolved') = (file_id is not null)),
  check (state not in ('in-flight', 'authorised') or (net > 0 and tax >= 0))
);
-- One number in flight a series.
create unique index invoice_in_flight on invoice (series_id) where state = 'in-flight';
create index invoice_waiting on invoice (country, kind, tax_date, id) where state = 'waiting';
create index invoice_refused on invoice (country, id) where state = 'refused';
create index invoice_loan on invoice (loan_id, tax_date);
create index invoice_customer on invoice (customer_id);
create index invoice_number on invoice (country, number) where number is not null;
create trigger invoice_country_known before insert or update of country on invoice
  for each row execute function refuse_unknown_country();

-- The next number is the last one authorised plus one, and an authorised document stays as it is.
create function refuse_invoice_gap() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.state in ('authorised', 'resolved') then
    raise exception 'invoice % is written once', old.id;
  end if;
  if new.number is not null and new.number is distinct from (select last_number + 1 from invoice_series where id = new.series_id)
  then
    raise exception 'number % leaves a gap', new.number;
  end if;
  return new;
end
$$;
create trigger invoice_without_gap before insert or update on invoice
  for each row execute function refuse_invoice_gap();
create function refuse_invoice_removal() returns trigger language plpgsql as $$
begin
  raise exception '% is kept by law', tg_table_name;
end
$$;
create trigger invoice_kept before delete on invoice for each row execute function refuse_invoice_removal();
create trigger invoice_no_truncate before truncate on invoice for each statement execute function refuse_invoice_removal();

-- A series moves on only by the document that has its number.
create function refuse_series_jump() returns trigger language plpgsql as $$
begin
  if old.last_number is not null and new.last_number is distinct from old.last_number
    and not (new.last_number = old.last_number + 1 and exists (
      select from invoice i where i.series_id = new.id and i.number = new.last_number and i.state = 'authorised'))
  then
    raise exception 'series % does not go from % to %', new.id, old.last_number, new.last_number;
  end if;
  return new;
end
$$;
create trigger invoice_series_without_jump before update of last_number on invoice_series
  for each row execute function refuse_series_jump();

-- Invoices that a credit note corrects.
create table invoice_correction (
  note_id bigint not null references invoice,
  invoice_id bigint not null references invoice,
  primary key (note_id, invoice_id)
);
create index invoice_correction_invoice on invoice_correction (invoice_id);
create trigger invoice_correction_append_only before update or delete on invoice_correction
  for each row execute function refuse_change();
create trigger invoice_correction_no_truncate before truncate on invoice_correction
  for each statement execute function refuse_change();

-- Each tax point, with its document once there is one. Written by a trigger with the point.
create table invoice_point (
  tax_point_id bigint primary key references tax_points,
  country text not null,
  loan_id bigint not null references loan,
  invoice_id bigint references invoice
);
create index invoice_point_open on invoice_point (country, loan_id) where invoice_id is null;
create index invoice_point_invoice on invoice_point (invoice_id);
create trigger invoice_point_country_known before insert or update of country on invoice_point
  for each row execute function refuse_unknown_country();
create function refuse_other_invoice() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.invoice_id is not null or new.tax_point_id <> old.tax_point_id then
    raise exception 'tax point % is on a document', old.tax_point_id;
  end if;
  return new;
end
$$;
create trigger invoice_point_once before update or delete on invoice_point
  for each row execute function refuse_other_invoice();
create trigger invoice_point_no_truncate before truncate on invoice_point
  for each statement execute function refuse_invoice_removal();

create function note_tax_point() returns trigger language plpgsql as $$
begin
  insert into invoice_point (tax_point_id, country, loan_id) select p.id, p.country, p.loan_id from written p;
  return null;
end
$$;
create trigger tax_points_noted after insert on tax_points referencing new table as written
  for each statement execute function note_tax_point();
insert into invoice_point (tax_point_id, country, loan_id) select id, country, loan_id from tax_points
  on conflict do nothing;

-- Ticket of the authority's login, shared by all machines; encrypted.
create table invoicing_ticket (
  service text primary key,
  ticket bytea,
  expires_at timestamptz,
  -- Until then one machine is logging in.
  login_until timestamptz
);

-- Documents of the stand-ins.
create table sandbox_invoice (
  provider text not null,
  series text not null,
  number bigint not null,
  body jsonb not null,
  code text not null,
  code_until date not null,
  primary key (provider, series, number)
);
