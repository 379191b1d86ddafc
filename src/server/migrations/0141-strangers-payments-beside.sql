-- release: expand
-- transaction: none
-- An instalment is in one open payment of its owner and in one of a stranger at most: they do not bar each other.
create unique index concurrently if not exists payment_request_one_open_of_each
  on payment_request_instalment (loan_id, instalment, is_owners) where is_open;
drop index concurrently if exists payment_request_one_open;
alter index payment_request_one_open_of_each rename to payment_request_one_open;
