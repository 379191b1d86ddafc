-- release: expand
-- transaction: none
-- Lists of the console over a million loans (docs/benchmarks.md#the-console).
create index concurrently if not exists staff_audit_at on staff_audit (at, id);
create index concurrently if not exists staff_audit_country on staff_audit (country, id);
create index concurrently if not exists staff_approval_subject on staff_approval (subject) where state = 'pending';
create index concurrently if not exists payment_report_booked on payment_report (country, id) where payment_id is not null;
create index concurrently if not exists identity_review_country on identity_review (country, id) where state in ('approved', 'rejected');
