-- release: expand
-- Facts that few loans have, in one function. A statement prepares every subquery that it contains, even one that finds
-- nothing for most loans; this mark spares a loan without such facts all of them.

-- True until a program that knows the mark says otherwise: earlier loans, and those that an earlier release makes.
alter table loan add column may_have_rare_facts boolean not null default true;

create function mark_rare_facts() returns trigger language plpgsql as $$
begin
  update loan set may_have_rare_facts = true where id = new.loan_id and not may_have_rare_facts;
  return null;
end
$$;
create trigger plan_change_marks_loan after insert on plan_change for each row execute function mark_rare_facts();
create trigger membership_charge_marks_loan after insert on membership_charge
  for each row execute function mark_rare_facts();
create trigger loan_waiver_marks_loan after insert on loan_waiver for each row execute function mark_rare_facts();
create trigger withdrawal_marks_loan after insert or update of loan_id on withdrawal
  for each row when (new.loan_id is not null) execute function mark_rare_facts();

-- Changed plan, membership debt, waivers, the newest withdrawal in effect, and open payments of the membership's price.
create function rare_facts(of_loan bigint) returns json language plpgsql stable parallel safe as $$
begin
  return json_build_object(
    'changedPlan', case when exists (select from plan_change where loan_id = of_loan) then basic_plan_figures(of_loan) end,
    'membershipDue', coalesce((
      select membership_owed(c.loan_id) from membership_charge c
      where c.loan_id = of_loan and c.state <> 'charging' and (c.state <> 'planned' or c.tries > 0)), 0),
    'waivers', (
      select json_agg(json_build_object('date', v.value_date, 'amount', v.amount) order by v.id)
      from loan_waiver v where v.loan_id = of_loan),
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
