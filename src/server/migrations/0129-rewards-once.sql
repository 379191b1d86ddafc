-- release: expand
-- pending: the referee's loan was paid out while the promotion ran, and its withdrawal term is not over.
alter table referral drop constraint referral_state_check;
alter table referral add constraint referral_state_check
  check (state in ('attached', 'pending', 'rewarded', 'refused')) not valid;
alter table referral drop constraint referral_check1;
alter table referral add constraint referral_loan_check
  check ((state in ('pending', 'rewarded')) = (loan_id is not null)) not valid;
-- Centavos for each side, as promised when the loan was paid out.
alter table referral add column reward bigint;
alter table referral add constraint referral_reward_check
  check (reward > 0 and (state <> 'pending' or reward is not null)) not valid;

-- What referrer and referee share. self: an equal phone, of before the others were compared.
alter table referral drop constraint referral_refusal_check;
alter table referral add constraint referral_refusal_check
  check (refusal in ('', 'self', 'phone', 'email', 'document', 'holder', 'account', 'card', 'device')) not valid;
create index referral_pending on referral (country, id) where state = 'pending';

-- reward: the discount was spent on another loan, or its reward is worth no more.
alter table payment_reversal drop constraint payment_reversal_reason_check;
alter table payment_reversal add constraint payment_reversal_reason_check
  check (reason in ('refunded', 'charged-back', 'network', 'moved', 'membership', 'reward')) not valid;

-- A reward is spent once: discounts that count (neither taken back nor of a loan that was undone) never exceed it.
-- Checked when the transaction ends, behind a lock of the reward, so that two loans cannot both spend it.
create function refuse_overspent_reward(rewards bigint[]) returns void language plpgsql as $$
declare
  overspent bigint;
begin
  perform from referral_reward where id = any(rewards) order by id for no key update;
  select w.id into overspent from referral_reward w
  where w.id = any(rewards) and w.amount < (
    select coalesce(sum(p.amount), 0) from referral_discount d
      join payment p on p.id = d.payment_id join loan l on l.id = p.loan_id
    where d.reward_id = w.id and l.cancel_reason <> 'withdrawn'
      and not exists (select from payment_reversal v where v.payment_id = p.id))
  limit 1;
  if overspent is not null then
    raise exception 'more than reward % is spent', overspent
      using errcode = 'check_violation', constraint = 'referral_reward_spent_once';
  end if;
end
$$;
create function refuse_overspent_by_discount() returns trigger language plpgsql as $$
begin
  perform refuse_overspent_reward(array[new.reward_id]);
  return null;
end
$$;
create function refuse_overspent_by_reopening() returns trigger language plpgsql as $$
begin
  perform refuse_overspent_reward(array(
    select distinct d.reward_id from payment p join referral_discount d on d.payment_id = p.id
    where p.loan_id = new.id and not exists (select from payment_reversal v where v.payment_id = p.id)));
  return null;
end
$$;
create constraint trigger referral_discount_spent_once after insert on referral_discount
  deferrable initially deferred for each row execute function refuse_overspent_by_discount();
create constraint trigger loan_reward_spent_once after update of cancel_reason on loan
  deferrable initially deferred for each row
  when (old.cancel_reason = 'withdrawn' and new.cancel_reason <> 'withdrawn')
  execute function refuse_overspent_by_reopening();
