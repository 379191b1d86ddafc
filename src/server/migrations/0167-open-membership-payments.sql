-- release: expand
-- The loan of an open payment of a membership's price, null on all other payments. The unique index on it replaces one
-- whose condition names `state`: since then each change of a payment's state wrote to every index of the table.

alter table payment_request add column open_membership_of bigint;

create function set_open_membership() returns trigger language plpgsql as $$
begin
  new.open_membership_of := case when new.state in ('open', 'charging') then new.loan_id end;
  return new;
end
$$;
create trigger payment_request_open_membership before insert or update of state on payment_request
  for each row when (new.purpose = 'membership') execute function set_open_membership();

update payment_request set open_membership_of = loan_id where purpose = 'membership' and state in ('open', 'charging');
