-- release: expand
-- The first payment of a card that is saved is a charge as all others (docs/decisions/0063-card-charges.md);
-- card_registration says what it was for and whether its money has gone back.
alter table card_charge
  add column registration_id bigint references card_registration,
  drop constraint card_charge_purpose_check,
  drop constraint card_charge_purpose;
alter table card_charge
  add constraint card_charge_purpose_check
    check (purpose in ('payment', 'instalment', 'membership', 'registration')) not valid,
  add constraint card_charge_purpose check (
    (purpose = 'payment') = (request_id is not null) and (purpose = 'instalment') = (debit_id is not null)
    and (purpose = 'membership') = (membership_id is not null)
    and (purpose = 'registration') = (registration_id is not null)
    and (purpose in ('payment', 'registration') or card_id is not null)) not valid;

-- An API of the previous release writes no charge of its own; this one has written it by the end of the transaction.
create function card_charge_of_registration() returns trigger language plpgsql as $$
begin
  insert into card_charge (country, purpose, registration_id, reference, amount, currency, brand, last_four, created_at,
    changed_at)
  values (new.country, 'registration', new.id, new.reference, new.amount, new.currency, new.brand, new.last_four,
    new.created_at, new.changed_at)
  on conflict (reference) do nothing;
  return null;
end
$$;
create constraint trigger card_registration_charged after insert on card_registration deferrable initially deferred
  for each row execute function card_charge_of_registration();

-- What is under way now; what has ended follows in the next migration.
insert into card_charge (country, purpose, registration_id, reference, amount, currency, brand, last_four, created_at,
  changed_at, due_at)
select country, 'registration', id, reference, amount, currency, brand, last_four, created_at, changed_at,
  now() + interval '60 seconds'
from card_registration where state = 'sent'
on conflict (reference) do nothing;
