-- release: expand
-- Every charge of a card is a row of card_charge, whatever it is for (docs/decisions/0063-card-charges.md): tries to pay
-- a payment, which were here, debits of instalments and prices of memberships, which had columns of their own.
alter table card_charge
  add column country text,
  add column purpose text not null default 'payment' check (purpose in ('payment', 'instalment', 'membership')),
  add column debit_id bigint references instalment_debit,
  add column membership_id bigint references membership_charge,
  -- The card on file that is charged; null for one that the payer typed.
  add column card_id bigint references card,
  add column amount bigint check (amount > 0),
  add column currency text,
  -- When the gateway is to be asked (again), in real time; null once it need not be.
  add column due_at timestamptz,
  add column tries smallint not null default 0,
  alter column request_id drop not null;

-- missing: the gateway did not know of it when it was asked, so what it was for goes on without it; it is looked for
-- again for some days.
alter table card_charge drop constraint card_charge_state_check;
alter table card_charge add constraint card_charge_state_check check (state in ('sent', 'missing', 'approved', 'declined'));

-- What is under way now; what has ended follows in the next migration.
update card_charge c set country = r.country, amount = r.amount, currency = l.currency, due_at = now() + interval '60 seconds'
  from payment_request r join loan l on l.id = r.loan_id where r.id = c.request_id and c.state = 'sent';
insert into card_charge (country, purpose, debit_id, card_id, reference, amount, currency, brand, last_four, created_at,
  changed_at, due_at)
select d.country, 'instalment', d.id, d.card_id, d.reference, d.amount, l.currency, k.brand, k.last_four, d.changed_at,
  d.changed_at, d.sent_at + interval '60 seconds'
from instalment_debit d join loan l on l.id = d.loan_id join card k on k.id = d.card_id where d.state = 'charging';
insert into card_charge (country, purpose, membership_id, card_id, reference, amount, currency, brand, last_four,
  created_at, changed_at, due_at)
select c.country, 'membership', c.loan_id, c.card_id, c.reference, m.price, m.currency, k.brand, k.last_four, c.changed_at,
  c.changed_at, c.sent_at + interval '60 seconds'
from membership_charge c join membership m on m.loan_id = c.loan_id join card k on k.id = c.card_id
where c.state = 'charging';

-- An API of the previous release goes on beside this one, and knows of payments only.
create function card_charge_of_older_releases() returns trigger language plpgsql as $$
begin
  select r.country, r.amount, l.currency into new.country, new.amount, new.currency
    from payment_request r join loan l on l.id = r.loan_id where r.id = new.request_id;
  return new;
end
$$;
-- By its name before the others, which look at what it fills in.
create trigger card_charge_completed before insert on card_charge for each row when (new.country is null)
  execute function card_charge_of_older_releases();
create trigger card_charge_country_known before insert or update of country on card_charge
  for each row execute function refuse_unknown_country();

alter table card_charge
  -- Longer than the gateway may take, so that 'no such charge' means that there will be none.
  alter column due_at set default now() + interval '60 seconds',
  add constraint card_charge_complete
    check (country is not null and amount is not null and currency is not null) not valid,
  add constraint card_charge_purpose check (
    (purpose = 'payment') = (request_id is not null) and (purpose = 'instalment') = (debit_id is not null)
    and (purpose = 'membership') = (membership_id is not null) and (purpose = 'payment' or card_id is not null)) not valid;
create unique index card_charge_debit on card_charge (debit_id) where debit_id is not null;
create unique index card_charge_membership on card_charge (membership_id) where membership_id is not null;
create index card_charge_due on card_charge (due_at) where state in ('sent', 'missing');

-- Workers of the previous release may run on, and charge no more: what they charge they first note in `sent_at`, and
-- what has none there counts for them as being charged. To be dropped a release later, with provider_id.
update instalment_debit set sent_at = null where state = 'charging';
alter table instalment_debit add constraint instalment_debit_not_for_older_workers
  check (sent_at is null or state in ('approved', 'declined')) not valid;
update membership_charge set sent_at = null where state = 'charging';
alter table membership_charge add constraint membership_charge_not_for_older_workers
  check (sent_at is null or state in ('approved', 'declined')) not valid;

-- Their jobs that nobody has begun.
do $$
begin
  if to_regclass('jobs.job') is not null then
    delete from jobs.job where name in ('card-charge', 'instalment-debit') and state in ('created', 'retry');
  end if;
end
$$;
