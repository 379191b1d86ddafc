-- Leads, customers and what they prove about themselves.

create table lead (
  id bigint generated always as identity primary key,
  hash text not null unique,
  country text not null check (country in ('AR', 'UY')),
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text not null,
  document_number text not null,
  birthdate date not null,
  gender text not null default '',
  bank_code text not null default '',
  whatsapp_tc boolean not null default true,
  origin text not null,
  referrer text not null default '',
  parameter text not null default '',
  suitable smallint not null,
  created_at timestamptz not null
);
create index lead_document on lead (country, document_number);

create table customer (
  id bigint generated always as identity primary key,
  hash text not null unique,
  country text not null check (country in ('AR', 'UY')),
  lead_id bigint references lead,
  email text not null,
  first_name text not null,
  last_name text not null,
  document_number text not null,
  legal_number text not null default '',
  cellphone text not null,
  cellphone_prefix text not null,
  birthdate date not null,
  gender text not null default '',
  password_hash text,
  has_membership_enabled boolean not null default true,
  delivery_type text check (delivery_type in ('bank-transfer', 'red-pagos', 'pdv')),
  selected_option text not null default '',
  address_verified smallint not null default 0,
  avatar_verified smallint not null default 0,
  front_document_verified smallint not null default 0,
  back_document_verified smallint not null default 0,
  banking_verified smallint not null default 0,
  credit_card_verified smallint not null default 0,
  contact_data_verified smallint not null default 0,
  personal_reference smallint not null default 0,
  origin text not null default 'web',
  referrer text not null default '',
  parameter text not null default '',
  created_at timestamptz not null,
  disabled_at timestamptz
);
create unique index customer_document on customer (country, document_number);
create unique index customer_email on customer (country, lower(email));
create index customer_cellphone on customer (country, cellphone);

create table social_identity (
  provider text not null check (provider in ('google', 'facebook')),
  subject text not null,
  country text not null,
  customer_id bigint not null references customer,
  created_at timestamptz not null,
  primary key (provider, subject, country)
);

-- Only the token's digest is kept. `fresh_at`: when the person last proved who they are.
create table session (
  digest bytea primary key,
  customer_id bigint not null references customer,
  country text not null,
  method text not null,
  created_at timestamptz not null,
  fresh_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index session_customer on session (customer_id);

-- Login links, magic links and password-recovery links: digest only, once, three hours.
create table one_time_link (
  digest bytea primary key,
  kind text not null check (kind in ('sms', 'magic', 'recovery')),
  country text not null,
  customer_id bigint not null references customer,
  target text not null default '',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_link_customer on one_time_link (customer_id, kind);

-- One row a customer and phone number: tries are counted for the request, whatever new codes are sent.
create table phone_code (
  customer_id bigint not null references customer,
  cellphone_prefix text not null,
  cellphone text not null,
  digest bytea not null,
  tries smallint not null default 0,
  request_started_at timestamptz not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (customer_id)
);

create table address (
  customer_id bigint primary key references customer,
  country_id integer not null,
  province_id integer not null,
  city_id integer not null,
  street text not null,
  street_number text not null,
  floor text not null,
  office text not null,
  zipcode text not null,
  state text not null,
  updated_at timestamptz not null
);

create table bank_account (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customer,
  bank_id text not null,
  bank_name text not null,
  account_number text not null,
  legal_number text not null,
  account_holder text not null,
  created_at timestamptz not null,
  removed_at timestamptz
);
create unique index bank_account_once on bank_account (customer_id, bank_id, account_number, legal_number) where removed_at is null;

-- Never the number nor the security code: the gateway's token, brand, last four, holder, expiry.
create table card (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customer,
  gateway text not null,
  token text not null,
  brand text not null,
  last_four text not null,
  holder text not null,
  expires_month smallint not null,
  expires_year smallint not null,
  created_at timestamptz not null,
  removed_at timestamptz
);
create index card_customer on card (customer_id) where removed_at is null;

create table image (
  id text primary key,
  customer_id bigint not null references customer,
  kind text not null check (kind in ('avatar', 'front_document', 'back_document')),
  storage_key text not null,
  thumb_key text not null,
  sha256 bytea not null,
  width integer not null,
  height integer not null,
  bytes integer not null,
  created_at timestamptz not null,
  replaced_at timestamptz
);
create index image_customer on image (customer_id, kind, created_at desc);
