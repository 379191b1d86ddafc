-- release: expand
-- transaction: none
-- Who else has the account, the device, or the very photo of somebody whose identity is looked at.
create index concurrently if not exists bank_account_number on bank_account (account_number) where removed_at is null;
create index concurrently if not exists acceptance_origin on acceptance (address, device, loan_id desc);
create index concurrently if not exists image_digest on image (sha256);
