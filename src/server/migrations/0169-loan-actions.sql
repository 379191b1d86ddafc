-- release: expand
-- Decisions and agreements about a loan after its confirmation. Its standing is a function of terms, payments, actions
-- and date. Until the release before has stopped, it books loans with actions other than waivers as if they had none;
-- the daily audit then finds them.
create table loan_action (
  id bigint generated always as identity primary key,
  country text not null,
  loan_id bigint not null references loan,
  kind text not null check (kind in
    ('pause', 'waive', 'settlement-offer', 'agreement', 'accelerate', 'sued')),
  -- First day on which it counts.
  value_date date not null,
  -- Place among the loan's payments: those with a lower place, or row without one, were booked before it.
  place bigint not null,
  -- Figures by kind, as `LoanAction` without id, day and place; amounts in centavos.
  body jsonb not null,
  reason_code text not null default '',
  reason text not null default '',
  -- Names of staff; empty for an action that the borrower took alone.
  requested_by text not null default '',
  approved_by text not null default '',
  -- Member of staff, for what one person may waive alone.
  asked_by bigint references staff_member,
  -- Way in which the borrower accepted it: a code by sms or email; empty if it needed no acceptance.
  accepted_by text not null default '' check (accepted_by in ('', 'sms', 'email')),
  created_at timestamptz not null
);
create index loan_action_loan on loan_action (loan_id);
create index loan_action_person on loan_action (asked_by, value_date) where asked_by is not null;
create trigger loan_action_country_known before insert or update of country on loan_action
  for each row execute function refuse_unknown_country();
create trigger loan_action_append_only before update or delete on loan_action for each row execute function refuse_change();
create trigger loan_action_no_truncate before truncate on loan_action for each statement execute function refuse_change();

-- Actions that count no more: their loan is as if they had never been.
create table loan_action_undone (
  action_id bigint primary key references loan_action,
  loan_id bigint not null references loan,
  reason_code text not null default '',
  reason text not null,
  requested_by text not null,
  approved_by text not null default '',
  created_at timestamptz not null
);
create index loan_action_undone_loan on loan_action_undone (loan_id);
create trigger loan_action_undone_append_only before update or delete on loan_action_undone
  for each row execute function refuse_change();
create trigger loan_action_undone_no_truncate before truncate on loan_action_undone
  for each statement execute function refuse_change();

-- Plans that staff offer, and changes of the due day: figures are computed again each day until the borrower accepts.
create table plan_offer (
  id bigint generated always as identity primary key,
  country text not null,
  loan_id bigint not null references loan,
  -- Last day on which it can be accepted.
  valid_until date not null,
  -- Number of instalments, first due date, rate, and what is waived at most by component, in centavos.
  terms jsonb not null,
  reason_code text not null default '',
  reason text not null,
  requested_by text not null,
  approved_by text not null default '',
  created_at timestamptz not null,
  closed_at timestamptz,
  -- Accepted as this action; null if it was withdrawn or replaced.
  action_id bigint references loan_action
);
create unique index plan_offer_open on plan_offer (loan_id) where closed_at is null;
create index plan_offer_loan on plan_offer (loan_id);
create trigger plan_offer_country_known before insert or update of country on plan_offer
  for each row execute function refuse_unknown_country();

-- Papers of accepted changes, each written once, by a job.
create table loan_action_paper (
  action_id bigint primary key references loan_action,
  loan_id bigint not null references loan,
  -- Next try to write it; null once written.
  due_at timestamptz,
  tries integer not null default 0,
  storage_key text unique,
  sha256 bytea check (octet_length(sha256) = 32),
  bytes integer check (bytes > 0),
  written_at timestamptz,
  check (due_at is not null or (storage_key is not null and sha256 is not null and bytes is not null))
);
create index loan_action_paper_loan on loan_action_paper (loan_id);
create index loan_action_paper_due on loan_action_paper (due_at) where due_at is not null;

-- Waivers so far counted after all payments of their day.
create function waive_as_action() returns trigger language plpgsql as $$
begin
  insert into loan_action (country, loan_id, kind, value_date, place, body, reason, requested_by, approved_by, created_at)
  values (new.country, new.loan_id, 'waive', new.value_date, 9007199254740991, jsonb_build_object('amount', new.amount),
    new.reason, new.requested_by, new.approved_by, new.created_at);
  return null;
end
$$;
-- The release before still writes its own table.
create trigger loan_waiver_is_action after insert on loan_waiver for each row execute function waive_as_action();
insert into loan_action (country, loan_id, kind, value_date, place, body, reason, requested_by, approved_by, created_at)
select country, loan_id, 'waive', value_date, 9007199254740991, jsonb_build_object('amount', amount), reason,
  requested_by, approved_by, created_at
from loan_waiver order by id;

-- A waiver of the release before marks its loan as the action that it becomes.
drop trigger loan_waiver_marks_loan on loan_waiver;
create trigger loan_action_marks_loan after insert on loan_action for each row execute function mark_rare_facts();
create trigger loan_action_undone_marks_loan after insert on loan_action_undone
  for each row execute function mark_rare_facts();

-- A payment for a settlement offer.
alter table payment add column offer_id bigint;
alter table payment add constraint payment_offer_fkey foreign key (offer_id) references loan_action not valid;
alter table payment_request add column offer_id bigint;
alter table payment_request add constraint payment_request_offer_fkey foreign key (offer_id) references loan_action not valid;
alter table payment_request drop constraint payment_request_purpose_check;
alter table payment_request add constraint payment_request_purpose_check check (
  purpose in ('instalments', 'settlement', 'fewer', 'smaller', 'withdrawal', 'membership')
  or purpose = 'offer' and offer_id is not null) not valid;

-- As before, with the actions that count; waivers for the release before.
create or replace function rare_facts(of_loan bigint) returns json language plpgsql stable parallel safe as $$
begin
  return json_build_object(
    'changedPlan', case when exists (select from plan_change where loan_id = of_loan) then basic_plan_figures(of_loan) end,
    'membershipDue', coalesce((
      select membership_owed(c.loan_id) from membership_charge c
      where c.loan_id = of_loan and c.state <> 'charging' and (c.state <> 'planned' or c.tries > 0)), 0),
    'waivers', (
      select json_agg(json_build_object('date', a.value_date, 'amount', a.body->'amount') order by a.id)
      from loan_action a where a.loan_id = of_loan and a.kind = 'waive'
        and not exists (select from loan_action_undone u where u.action_id = a.id)),
    'actions', (
      select json_agg(json_build_object('id', a.id, 'kind', a.kind, 'on', a.value_date, 'place', a.place, 'body', a.body)
        order by a.value_date, a.id)
      from loan_action a where a.loan_id = of_loan
        and not exists (select from loan_action_undone u where u.action_id = a.id)),
    'withdrawal', (
      select json_build_object('id', w.id, 'code', w.code, 'state', w.state, 'until', w.return_until)
      from loan l join withdrawal w on w.customer_id = l.customer_id and w.kind = 'loan' and w.loan_id = l.id
      where l.id = of_loan and w.state in ('canceled', 'return-due', 'returned', 'lapsed', 'settled')
      order by w.id desc limit 1),
    'membershipPayments', (
      select json_agg(json_build_object('id', r.id, 'instalment', 0, 'hash', r.hash, 'kind', r.kind,
        'method', r.method, 'url', r.url, 'due_date', r.due_date, 'state', r.state, 'purpose', r.purpose,
        'amount', r.amount, 'priced_on', r.priced_on, 'barcode', r.barcode, 'reference', r.reference,
        'isOwners', r.is_owners))
      from payment_request r
      where r.loan_id = of_loan and r.purpose = 'membership' and r.state in ('open', 'charging')));
end
$$;
