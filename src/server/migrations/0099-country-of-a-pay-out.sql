-- release: expand
-- The country of an order's loan, so that a list of one country passes over no order of another. Not `country`, which
-- would be of two tables where the release before joins them.
alter table disbursement add column loan_country text;

-- Orders that the release before writes during the rollout name no country.
create function fill_pay_out_country() returns trigger language plpgsql as $$
begin
  update disbursement d set loan_country = l.country from loan l where d.loan_id = new.loan_id and l.id = d.loan_id;
  return null;
end
$$;
create trigger disbursement_country_filled after insert on disbursement
  for each row when (new.loan_country is null) execute function fill_pay_out_country();

-- Those that are there, a part at a time: nobody waits for more than a part.
create procedure fill_pay_out_countries() language plpgsql as $$
declare
  done_to bigint := 0;
begin
  loop
    with part as (select loan_id from disbursement where loan_id > done_to order by loan_id limit 5000),
    filled as (
      update disbursement d set loan_country = l.country from part p join loan l on l.id = p.loan_id
      where d.loan_id = p.loan_id and d.loan_country is null
    )
    select max(loan_id) into done_to from part;
    exit when done_to is null;
    commit;
  end loop;
end
$$;
