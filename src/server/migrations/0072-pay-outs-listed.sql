-- release: expand
-- transaction: none
-- The lists of pay-outs, the sum of a day, and the alarms of people who look after them.
create index concurrently if not exists disbursement_open_since on disbursement (created_at, loan_id)
  where state in ('planned', 'sent', 'unknown');
create index concurrently if not exists disbursement_ended on disbursement (state, changed_at, loan_id)
  where state in ('confirmed', 'failed');
create index concurrently if not exists disbursement_sent_on on disbursement (sent_on) where sent_on is not null;
create index concurrently if not exists event_pay_out_alarm on event (at, kind) where kind in
  ('pay-outs-stopped', 'pay-outs-capped', 'pay-out-needs-attention', 'pay-out-contradicted');
