-- release: expand
-- Refunds without a final word are asked about and settled by evidence, as payouts are.

alter table credit_refund
  add column version bigint not null default 1,
  -- Who of the lender changed it last; '' for the product itself.
  add column changed_by text not null default '';

-- What the rail said of a refund; the same answer again is counted.
create table credit_refund_answer (
  id bigint generated always as identity primary key,
  refund_id bigint not null references credit_refund,
  asked text not null check (asked in ('worker', 'staff', 'ruled')),
  state text not null,
  provider_id text not null,
  receipt_code text not null,
  reason text not null,
  times integer not null default 1,
  first_at timestamptz not null,
  last_at timestamptz not null
);
create index credit_refund_answer_refund on credit_refund_answer (refund_id, id);

-- A refund that two people settled by evidence. The rail is asked on: another word is an alarm.
create table credit_refund_ruling (
  refund_id bigint primary key references credit_refund,
  outcome text not null check (outcome in ('paid', 'not-paid')),
  file_id bigint not null references staff_file,
  -- What the rail had answered last.
  answer text not null,
  asked_by bigint not null references staff_member,
  approved_by bigint not null references staff_member,
  ruled_at timestamptz not null,
  -- Real time: when the rail is asked next.
  due_at timestamptz not null default now(),
  tries integer not null default 0,
  -- What the rail said in the end: '' while it is asked.
  word text not null default '' check (word in ('', 'agrees', 'contradicts', 'none')),
  word_at timestamptz
);
create index credit_refund_ruling_due on credit_refund_ruling (due_at) where word = '';
