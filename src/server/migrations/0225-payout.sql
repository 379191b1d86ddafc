-- release: expand
-- Every payout names its country since 0224; the check, once validated, spares the scan under the lock.
alter table disbursement validate constraint disbursement_country_named;
alter table disbursement
  alter column loan_country set not null,
  drop constraint disbursement_country_named;

-- A payout has one name, as in the code. Programs of the release before read and write it through views with the former
-- names and the rights of their tables; the next contract drops them.
do $$
declare
  former text;
  part record;
begin
  foreach former in array array['disbursement', 'disbursement_answer', 'disbursement_ruling'] loop
    for part in select conname as name from pg_constraint
      where conrelid = format('public.%I', former)::regclass and conname like 'disbursement%'
    loop
      execute format('alter table public.%I rename constraint %I to %I', former, part.name,
        replace(part.name, 'disbursement', 'payout'));
    end loop;
    for part in select tgname as name from pg_trigger
      where tgrelid = format('public.%I', former)::regclass and not tgisinternal and tgname like 'disbursement%'
    loop
      execute format('alter trigger %I on public.%I rename to %I', part.name, former,
        replace(part.name, 'disbursement', 'payout'));
    end loop;
    execute format('alter table public.%I rename to %I', former, replace(former, 'disbursement', 'payout'));
    execute format('create view public.%I as select * from public.%I', former, replace(former, 'disbursement', 'payout'));
    for part in select privilege_type as may, case grantee when 0 then 'public' else grantee::regrole::text end as role
      from pg_class c, aclexplode(c.relacl) a
      where c.oid = format('public.%I', replace(former, 'disbursement', 'payout'))::regclass and a.grantee <> c.relowner
        and privilege_type in ('SELECT', 'INSERT', 'UPDATE', 'DELETE')
    loop
      execute format('grant %s on public.%I to %s', part.may, former, part.role);
    end loop;
  end loop;
  -- Indexes without a constraint, and the sequence of the answers.
  for part in select relname as name, relkind as kind from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('i', 'S') and relname like 'disbursement%'
  loop
    execute format('alter %s public.%I rename to %I', case part.kind when 'i' then 'index' else 'sequence' end, part.name,
      replace(part.name, 'disbursement', 'payout'));
  end loop;
end
$$;

create or replace function note_order_contradiction() returns trigger language plpgsql as $$
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
    from payout d join loan l on l.id = d.loan_id where d.loan_id = new.loan_id
    on conflict do nothing;
  end if;
  return null;
end $$;
