-- release: expand
-- Money that people of the staff moved, in centavos: limits add up over it by person, loan and customer.
create table staff_money_move (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  country text not null,
  kind text not null check (kind in ('file', 'match', 'manual', 'refund', 'return', 'release', 'reversal')),
  amount bigint not null check (amount >= 0),
  asked_by bigint not null references staff_member,
  -- Null where one person was enough.
  approved_by bigint references staff_member,
  loan_id bigint references loan,
  customer_id bigint references customer,
  subject text not null
);
create trigger staff_money_move_country_known before insert on staff_money_move
  for each row execute function refuse_unknown_country();
create index staff_money_move_person on staff_money_move (asked_by, at);
create index staff_money_move_loan on staff_money_move (loan_id, at) where loan_id is not null;
create index staff_money_move_customer on staff_money_move (customer_id, at) where customer_id is not null;
create trigger staff_money_move_append_only before update or delete on staff_money_move
  for each row execute function refuse_change();
create trigger staff_money_move_no_truncate before truncate on staff_money_move
  for each statement execute function refuse_change();

-- Who brought a file and who approved it; null of one from the network's own channel or a command.
alter table collection_file
  add column uploaded_by bigint references staff_member,
  add column approved_by bigint references staff_member;
