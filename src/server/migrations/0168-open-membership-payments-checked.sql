-- release: expand
-- transaction: none
create unique index concurrently if not exists payment_request_open_membership on payment_request (open_membership_of)
  where open_membership_of is not null;
drop index concurrently if exists payment_request_one_membership;
alter index if exists payment_request_open_membership rename to payment_request_one_membership;
