-- release: expand
-- transaction: none
-- What the staff searches by (docs/console.md#buscar).
create index concurrently if not exists customer_search_name on customer
  using gin (search_text(first_name || ' ' || last_name) gin_trgm_ops) where erased_at is null;
create index concurrently if not exists customer_search_email on customer
  using gin (lower(email) gin_trgm_ops) where erased_at is null;
create index concurrently if not exists ticket_number on ticket (lower(left(public_id, 8)));
create index concurrently if not exists payment_request_barcode on payment_request (barcode) where barcode <> '';
create index concurrently if not exists payment_request_provider on payment_request (provider_id) where provider_id <> '';
create index concurrently if not exists disbursement_receipt on disbursement (receipt_code) where receipt_code <> '';
create index concurrently if not exists disbursement_provider on disbursement (provider_id) where provider_id <> '';
create index concurrently if not exists credit_refund_receipt on credit_refund (receipt_code) where receipt_code <> '';
create index concurrently if not exists credit_refund_provider on credit_refund (provider_id) where provider_id <> '';
create index concurrently if not exists bank_account_last_four on bank_account (right(account_number, 4), id desc)
  where removed_at is null;
