-- release: contract after 0222-loans-of-nobody-erased
-- What only kept programs of releases before 0169 from doing harm, or completed what they wrote. Tables in the order in
-- which the product locks them.

-- A payout of a release before 0099 named no country; every row has one.
drop trigger disbursement_country_filled on disbursement;
drop function fill_pay_out_country();
alter table disbursement
  drop constraint disbursement_not_for_older_workers,
  drop column next_step_at,
  add constraint disbursement_country_named check (loan_country is not null) not valid;

-- Each row of loan_waiver is a loan_action.
drop trigger loan_waiver_is_action on loan_waiver;
drop function waive_as_action();

-- Every first payment of a card has its charge.
drop trigger card_registration_charged on card_registration;
drop function card_charge_of_registration();

-- When a debit or a membership was charged, and as what at the gateway, is in card_charge.
alter table instalment_debit
  drop constraint instalment_debit_not_for_older_workers,
  drop column sent_at,
  drop column provider_id;
alter table membership_charge
  drop constraint membership_charge_not_for_older_workers,
  drop column sent_at,
  drop column provider_id;

drop trigger card_charge_completed on card_charge;
drop function card_charge_of_older_releases();
alter table card_charge alter column purpose drop default;

-- As before, without the waivers apart, which are among the actions.
create or replace function rare_facts(of_loan bigint) returns json language plpgsql stable parallel safe as $$
begin
  return json_build_object(
    'changedPlan', case when exists (select from plan_change where loan_id = of_loan) then basic_plan_figures(of_loan) end,
    'membershipDue', coalesce((
      select membership_owed(c.loan_id) from membership_charge c
      where c.loan_id = of_loan and c.state <> 'charging' and (c.state <> 'planned' or c.tries > 0)), 0),
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
