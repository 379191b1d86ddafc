-- What a row says is to be done is no longer written again as a job: workers claim the rows themselves
-- (docs/decisions/0045-work-in-rows.md). All of these times are real time, not the business clock's.

-- When the message is to be sent (again); null once it was sent or given up. While a worker has it: until when.
alter table message add column due_at timestamptz;
alter table message add column tries smallint not null default 0;
alter table message add column given_up_at timestamptz;
-- Somebody waits for it in front of a screen: a code, a link to log in.
alter table message add column is_urgent boolean not null default false;
-- Not sent yet. What had failed for longer than it was tried has been given up.
update message set due_at = now() where state = 'queued' and body is not null;
update message set due_at = now() where state = 'failed' and body is not null and created_at > now() - interval '3 hours';
update message set given_up_at = created_at where state = 'failed' and due_at is null;
alter table message alter column due_at set default now();
create index message_due on message (channel, is_urgent, due_at) where due_at is not null and state <> 'sent';

-- When contract and promissory note are to be written (again); null once they were.
alter table loan add column docket_due_at timestamptz;
alter table loan add column docket_tries smallint not null default 0;
update loan set docket_due_at = now() from acceptance a
  where a.loan_id = loan.id and a.at > now() - interval '7 days'
    and not exists (select from loan_docket d where d.loan_id = loan.id);
alter table loan alter column docket_due_at set default now();
create index loan_docket_due on loan (docket_due_at) where docket_due_at is not null;

create index disbursement_due on disbursement (next_step_at) where state in ('planned', 'sent', 'unknown');
drop index disbursement_open;

-- Their jobs that nobody has begun.
do $$
begin
  if to_regclass('jobs.job') is not null then
    delete from jobs.job where name in ('send-message', 'disburse', 'write-loan-docket') and state in ('created', 'retry');
  end if;
end
$$;
