-- release: expand
-- A rail has said the opposite of what two people had settled of an order. The money stays frozen until two people
-- resolve it: refunds of money in favour, and pay-outs. The rulings fill it by a trigger, whichever release writes them.
create table order_contradiction (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('pay-out', 'refund')),
  -- As the ruling names it: the loan of a pay-out, the row of a refund.
  order_id bigint not null,
  country text not null,
  currency text not null,
  customer_id bigint not null references customer,
  loan_id bigint not null references loan,
  -- Centavos.
  amount bigint not null check (amount > 0),
  ruled text not null check (ruled in ('paid', 'not-paid')),
  said text not null check (said in ('paid', 'not-paid') and said <> ruled),
  found_at timestamptz not null,
  -- Of a refund that has gone out all the same: what was taken out of what is in favour, and what was not there any
  -- more; centavos. What is given back of a membership is in neither.
  frozen bigint not null default 0 check (frozen >= 0),
  missing bigint not null default 0 check (missing >= 0),
  -- What two people resolved; null while it is open.
  truth text check (truth in ('paid', 'not-paid')),
  file_id bigint references staff_file,
  asked_by bigint references staff_member,
  approved_by bigint references staff_member,
  resolved_at timestamptz,
  version integer not null default 0,
  unique (kind, order_id),
  check ((truth is null) = (resolved_at is null))
);
create index order_contradiction_open on order_contradiction (country, id) where truth is null;
create trigger order_contradiction_country_known before insert or update of country on order_contradiction
  for each row execute function refuse_unknown_country();
create index order_contradiction_customer on order_contradiction (customer_id);

create function note_order_contradiction() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'credit_refund_ruling' then
    insert into order_contradiction
      (kind, order_id, country, currency, customer_id, loan_id, amount, ruled, said, found_at, missing)
    select 'refund', r.id, r.country, r.currency, r.customer_id, r.loan_id, r.amount, new.outcome,
      case new.outcome when 'paid' then 'not-paid' else 'paid' end, coalesce(new.word_at, now()),
      case new.outcome when 'paid' then 0 else r.amount - r.of_membership end
    from credit_refund r where r.id = new.refund_id
    on conflict do nothing;
  else
    insert into order_contradiction
      (kind, order_id, country, currency, customer_id, loan_id, amount, ruled, said, found_at)
    select 'pay-out', l.id, l.country, l.currency, l.customer_id, l.id, d.amount, new.outcome,
      case new.outcome when 'paid' then 'not-paid' else 'paid' end, coalesce(new.word_at, now())
    from disbursement d join loan l on l.id = d.loan_id where d.loan_id = new.loan_id
    on conflict do nothing;
  end if;
  return null;
end $$;
create trigger credit_refund_ruling_contradicted after update of word on credit_refund_ruling
  for each row when (new.word = 'contradicts' and old.word <> 'contradicts') execute function note_order_contradiction();
create trigger disbursement_ruling_contradicted after update of word on disbursement_ruling
  for each row when (new.word = 'contradicts' and old.word <> 'contradicts') execute function note_order_contradiction();

-- Those of before. What was noted by hand since is not missing any more.
insert into order_contradiction
  (kind, order_id, country, currency, customer_id, loan_id, amount, ruled, said, found_at, missing)
select 'refund', r.id, r.country, r.currency, r.customer_id, r.loan_id, r.amount, u.outcome,
  case u.outcome when 'paid' then 'not-paid' else 'paid' end, coalesce(u.word_at, now()),
  case u.outcome when 'paid' then 0 else greatest(0, r.amount - r.of_membership - coalesce((
    select sum(-p.amount) from payment p join loan l on l.id = p.loan_id
    where l.customer_id = r.customer_id and p.source = 'credit-refund' and p.amount < 0 and p.received_at >= u.word_at
      and not exists (select from credit_refund o where o.payment_id = p.id)
      and not exists (select from payment_reversal v where v.payment_id = p.id)), 0)) end
from credit_refund_ruling u join credit_refund r on r.id = u.refund_id where u.word = 'contradicts';
insert into order_contradiction (kind, order_id, country, currency, customer_id, loan_id, amount, ruled, said, found_at)
select 'pay-out', l.id, l.country, l.currency, l.customer_id, l.id, d.amount, u.outcome,
  case u.outcome when 'paid' then 'not-paid' else 'paid' end, coalesce(u.word_at, now())
from disbursement_ruling u join disbursement d on d.loan_id = u.loan_id join loan l on l.id = d.loan_id
where u.word = 'contradicts';
