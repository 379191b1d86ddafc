-- release: expand
-- The charges that had ended before 0037, each a row of card_charge now.
update card_charge c set country = r.country, amount = r.amount, currency = l.currency
  from payment_request r join loan l on l.id = r.loan_id where r.id = c.request_id and c.country is null;
insert into card_charge (country, purpose, debit_id, card_id, reference, state, amount, currency, brand, last_four,
  provider_id, created_at, changed_at, due_at)
select d.country, 'instalment', d.id, d.card_id, d.reference, d.state, d.amount, l.currency, k.brand, k.last_four,
  d.provider_id, d.changed_at, d.changed_at, null
from instalment_debit d join loan l on l.id = d.loan_id join card k on k.id = d.card_id
where d.state in ('approved', 'declined')
on conflict (reference) do nothing;
insert into card_charge (country, purpose, membership_id, card_id, reference, state, amount, currency, brand, last_four,
  provider_id, created_at, changed_at, due_at)
select c.country, 'membership', c.loan_id, c.card_id, c.reference, c.state, m.price, m.currency, k.brand, k.last_four,
  c.provider_id, c.changed_at, c.changed_at, null
from membership_charge c join membership m on m.loan_id = c.loan_id join card k on k.id = c.card_id
where c.state in ('approved', 'declined')
on conflict (reference) do nothing;
