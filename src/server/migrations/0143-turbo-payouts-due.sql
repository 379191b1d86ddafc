-- release: expand
-- transaction: none
create index concurrently if not exists disbursement_turbo_due on disbursement (is_turbo desc, due_at)
  where state in ('planned', 'sent', 'unknown');
