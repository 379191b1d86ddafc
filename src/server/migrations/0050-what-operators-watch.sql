-- release: expand
-- transaction: none
-- What is counted each time that the figures of operations are asked for, among rows of years.
create index concurrently if not exists message_given_up on message (given_up_at) where given_up_at is not null;
create index concurrently if not exists event_alarm on event (at, kind) where kind in
  ('balance-enumeration', 'webhook-forged', 'card-tries-stopped', 'pay-out-batch-unwritten',
   'pay-out-batch-unacknowledged', 'pay-out-results-refused', 'credit-shortfall');
