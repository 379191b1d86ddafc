-- What people tell us.

create table ticket (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  country text not null,
  customer_id bigint references customer,
  kind text not null,
  subject text not null,
  content text not null default '',
  name text not null default '',
  email text not null default '',
  document_number text not null default '',
  status text not null default 'open',
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index ticket_customer on ticket (customer_id, id desc);
