-- A worker of the release before 0019 takes a payout up when `next_step_at` has come, and hands it over by a file that
-- nobody else knows of. Its column is there still, and never comes: it leaves every payout alone, while its API can
-- confirm and cancel. To be dropped a release later.
alter table disbursement rename column next_step_at to due_at;
alter table disbursement add column next_step_at timestamptz not null default '2080-01-01T00:00:00Z';
alter table disbursement add constraint disbursement_not_for_older_workers
  check (next_step_at = '2080-01-01T00:00:00Z');
