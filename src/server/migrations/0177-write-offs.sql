-- release: expand
-- Capital of loans that two people decided to carry as lost. The borrower owes it as before. Until the release before
-- has stopped, it books payments of such a loan as if it were not written off; the daily audit then finds them.
create table loan_write_off (
  id bigint generated always as identity primary key,
  country text not null,
  loan_id bigint not null references loan,
  -- Day of the booking, in the loan's country.
  day date not null,
  days_late int not null check (days_late > 0),
  -- Centavos: capital owed, and capital waived until then.
  amount bigint not null check (amount > 0),
  waived bigint not null check (waived >= 0),
  -- Evidence.
  file_id bigint not null references staff_file,
  reason_code text not null,
  reason text not null,
  asked_by bigint not null references staff_member,
  approved_by bigint not null references staff_member,
  created_at timestamptz not null
);
create index loan_write_off_loan on loan_write_off (loan_id);
create index loan_write_off_country on loan_write_off (country, day);
create trigger loan_write_off_country_known before insert or update of country on loan_write_off
  for each row execute function refuse_unknown_country();
create trigger loan_write_off_append_only before update or delete on loan_write_off
  for each row execute function refuse_change();
create trigger loan_write_off_no_truncate before truncate on loan_write_off
  for each statement execute function refuse_change();

-- Write-offs that count no more: the books are as if they had never been.
create table loan_write_off_undone (
  write_off_id bigint primary key references loan_write_off,
  loan_id bigint not null references loan,
  day date not null,
  reason_code text not null,
  reason text not null,
  asked_by bigint not null references staff_member,
  approved_by bigint not null references staff_member,
  created_at timestamptz not null
);
create index loan_write_off_undone_loan on loan_write_off_undone (loan_id);
create trigger loan_write_off_undone_append_only before update or delete on loan_write_off_undone
  for each row execute function refuse_change();
create trigger loan_write_off_undone_no_truncate before truncate on loan_write_off_undone
  for each statement execute function refuse_change();

-- At most one of a loan counts.
create function refuse_second_write_off() returns trigger language plpgsql as $$
begin
  if exists (select from loan_write_off w where w.loan_id = new.loan_id and w.id <> new.id
      and not exists (select from loan_write_off_undone u where u.write_off_id = w.id)) then
    raise exception 'loan % is written off', new.loan_id;
  end if;
  return null;
end
$$;
create trigger loan_write_off_once after insert on loan_write_off
  for each row execute function refuse_second_write_off();

create trigger loan_write_off_marks_loan after insert on loan_write_off
  for each row execute function mark_rare_facts();
create trigger loan_write_off_undone_marks_loan after insert on loan_write_off_undone
  for each row execute function mark_rare_facts();

-- As before, with the write-off that counts.
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
    'writeOff', (
      select json_build_object('on', w.day, 'amount', w.amount, 'waived', w.waived)
      from loan_write_off w where w.loan_id = of_loan
        and not exists (select from loan_write_off_undone u where u.write_off_id = w.id)),
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
