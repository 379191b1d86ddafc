-- transaction: none
-- release: expand
-- The first payments that had ended before 0101, each a row of card_charge now; every row says what 0101 asks of it.
insert into card_charge (country, purpose, registration_id, reference, state, amount, currency, brand, last_four,
  provider_id, created_at, changed_at, due_at)
select country, 'registration', id, reference, case state when 'declined' then 'declined' else 'approved' end, amount,
  currency, brand, last_four, provider_id, created_at, changed_at, null
from card_registration where state <> 'sent'
on conflict (reference) do nothing;
create unique index concurrently if not exists card_charge_registration on card_charge (registration_id)
  where registration_id is not null;
alter table card_charge validate constraint card_charge_purpose_check;
alter table card_charge validate constraint card_charge_purpose;
