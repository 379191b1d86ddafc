-- release: expand
-- Checkouts of a wallet that the provider is asked about from time to time, should its notification be lost. Empty
-- `due_at`: nothing more can come.
create table wallet_check (
  request_id bigint primary key references payment_request,
  due_at timestamptz default now() + interval '5 minutes',
  tries integer not null default 0
);
create index wallet_check_due on wallet_check (due_at) where due_at is not null;

insert into wallet_check (request_id)
select id from payment_request where kind = 'wallet' and state = 'open';
