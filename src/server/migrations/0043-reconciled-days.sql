-- release: expand
-- transaction: none
-- A day's charges and payments are looked up by their instants.
create index concurrently if not exists card_charge_created on card_charge (created_at);
create index concurrently if not exists card_registration_created on card_registration (created_at);
create index concurrently if not exists disbursement_confirmed on disbursement (changed_at) where state = 'confirmed';
create index concurrently if not exists payment_report_reported on payment_report (source, reported_at);
