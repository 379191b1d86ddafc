-- release: expand
-- Requests of people whose document another account has. The account of such a person has no document until it is theirs.
create table document_claim (
  id bigint generated always as identity primary key,
  country text not null,
  lead_id bigint not null references lead,
  -- Where the link was sent; '' once it was used, or its person erased.
  email text not null,
  document_number text not null,
  digest bytea not null unique,
  created_at timestamptz not null,
  -- Null once the link was used.
  expires_at timestamptz,
  -- The account made by the link; null before.
  customer_id bigint references customer,
  state text not null check (state in ('sent', 'open', 'waiting', 'granted', 'refused')),
  decided_at timestamptz,
  check ((customer_id is null) = (state = 'sent'))
);
create trigger document_claim_country_known before insert or update of country on document_claim
  for each row execute function refuse_unknown_country();
create unique index document_claim_customer on document_claim (customer_id) where customer_id is not null;
create index document_claim_lead on document_claim (lead_id);
