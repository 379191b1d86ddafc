-- What makes a half-finished application come back on another device.

-- What a customer has typed into a step and not sent yet. Encrypted; never data of a card.
create table application_draft (
  customer_id bigint not null references customer on delete cascade,
  step text not null check (step in ('address', 'bank', 'delivery', 'account', 'phone')),
  body bytea not null,
  updated_at timestamptz not null,
  primary key (customer_id, step)
);
create index application_draft_age on application_draft (updated_at);

-- The pickup point that goes with the way of delivery 'pdv'.
alter table customer add column delivery_point text not null default '';
