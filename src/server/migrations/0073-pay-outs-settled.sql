-- release: expand
-- An order without a final word that two people settled by evidence. The rail is asked on: another word is an alarm.
create table disbursement_ruling (
  loan_id bigint primary key references disbursement,
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
create index disbursement_ruling_due on disbursement_ruling (due_at) where word = '';
create index disbursement_ruling_contradicted on disbursement_ruling (word_at) where word = 'contradicts';
