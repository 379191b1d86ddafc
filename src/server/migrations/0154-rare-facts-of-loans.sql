-- release: expand
-- Facts that few loans have. A statement prepares every subquery that it contains, even one that no loan of it
-- reaches, but a function of plpgsql only when it is called; the statement that loads a loan calls these.

-- Figures of a loan's basic plan; amounts in centavos, rows by number: principal, interest, tax, fee, tax of the fee.
create function basic_plan_figures(loan bigint) returns json language plpgsql stable parallel safe as $$
begin
  return (
    select json_build_object('instalmentAmount', b.instalment_amount, 'finalAmount', b.final_amount, 'terms', b.terms,
      'rates', b.rates, 'rows', (
        select json_agg(json_build_array(r.principal, r.interest, r.tax, r.fee, r.fee_tax) order by r.number)
        from basic_plan_row r where r.loan_id = b.loan_id))
    from basic_plan b where b.loan_id = loan);
end
$$;

-- Ceilings in force where and when a loan was agreed, as TEA: for ordinary rates, and for default rates if entered.
create function ceiling_at_agreement(of_country text, of_offer bigint, agreed_on date) returns json
  language plpgsql stable parallel safe as $$
begin
  return (
    select json_build_object('ordinary', coalesce(c.value, p.data #>> '{legalCeiling,annualEffectiveRate}'), 'entered', d.value)
    from price_list p
      left join lateral (select first_day, value from dated_value where country = of_country and kind = 'ceiling'
        and first_day <= agreed_on order by first_day desc, id desc limit 1) c on true
      left join lateral (select value from dated_value where country = of_country and kind = 'default-ceiling'
        and first_day <= agreed_on and first_day >= coalesce(c.first_day, '-infinity')
        order by first_day desc, id desc limit 1) d on true
    where p.id = coalesce((select price_list_id from offer where id = of_offer), (select id from price_list
      where country = of_country and valid_from <= agreed_on order by valid_from desc, id desc limit 1)));
end
$$;

-- Centavos still owed of the price of a loan's membership, from its ledger.
create function membership_owed(loan bigint) returns bigint language plpgsql stable parallel safe as $$
begin
  return greatest(0, coalesce((
    select sum(e.amount) from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
    where t.loan_id = loan and e.account = 'membership-receivable'), 0));
end
$$;
