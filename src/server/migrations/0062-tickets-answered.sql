-- release: expand
-- Tickets are answered: the conversation, who looks after it, what it is about; requests are decided by people.

alter table ticket
  add column version bigint not null default 1,
  -- Who changed it last and what they did, for who looks at an older version.
  add column changed_by text not null default '',
  add column last_change text not null default '',
  add column assigned_to bigint references staff_member,
  add column loan_id bigint references loan,
  add column payment_request_id bigint references payment_request,
  -- Goes on in another one.
  add column merged_into bigint references ticket,
  add column awaits_answer boolean not null default true,
  -- Its customer has not opened the last answer.
  add column is_unread boolean not null default false,
  add column closed_at timestamptz;

create table ticket_message (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references ticket,
  author text not null check (author in ('customer', 'staff')),
  staff_id bigint references staff_member,
  content text not null,
  created_at timestamptz not null,
  check (author = 'staff' or staff_id is null)
);
create index ticket_message_ticket on ticket_message (ticket_id, id);

alter table cancellation_request
  add column version bigint not null default 1,
  add column decided_at timestamptz,
  add column decided_by text not null default '',
  add column decision_reason text not null default '';

alter table withdrawal
  add column version bigint not null default 1,
  add column decided_by text not null default '',
  add column decision_reason text not null default '';

alter table erasure_request
  add column version bigint not null default 1,
  add column decided_by text not null default '',
  add column decision_reason text not null default '';
alter table erasure_request drop constraint erasure_request_state_check;
alter table erasure_request add constraint erasure_request_state_check
  check (state in ('waiting', 'done', 'refused')) not valid;
