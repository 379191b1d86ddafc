-- release: expand
-- Cards that the gateway keeps for us: made by a first payment, which is given back at once.

-- First six digits, which every charge has to name, and the gateway's tokenised card; empty: it cannot be debited.
alter table card add column bin text not null default '';
alter table card add column stored_token text not null default '';

-- The cards of the stand-in go on; the tokens of a real gateway were good for one payment only.
update card set bin = case brand when 'mastercard' then '517562' when 'maestro' then '501041' when 'cabal' then '604201'
    else '450799' end,
  stored_token = regexp_replace(token, '^(approved|declined|lost)-', '\1-stored-')
where gateway = 'sandbox' and token ~ '^(approved|declined|lost)-';

-- The first payment of a card. `returned`: the money was given back. The card is saved while the person waits or never.
create table card_registration (
  id bigint generated always as identity primary key,
  country text not null,
  customer_id bigint not null references customer,
  reference text not null unique,
  amount bigint not null check (amount > 0),
  currency text not null,
  brand text not null,
  last_four text not null,
  state text not null default 'sent' check (state in ('sent', 'approved', 'declined', 'returned')),
  provider_id text not null default '',
  created_at timestamptz not null,
  changed_at timestamptz not null
);
create trigger card_registration_country_known before insert or update of country on card_registration
  for each row execute function refuse_unknown_country();
create index card_registration_customer on card_registration (customer_id);
create index card_registration_open on card_registration (id) where state in ('sent', 'approved');

-- What the stand-in of the gateway knows of a token: it is good for one payment, which makes a tokenised card of it.
create table sandbox_card (
  token text primary key,
  reference text not null,
  customer_id bigint,
  bin text not null,
  stored_token text not null default '',
  used_at timestamptz not null default now()
);
