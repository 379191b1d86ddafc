-- Referrals with their rewards, and people who want their data erased. Amounts in centavos.

-- What a customer's invitation link carries: it says nothing about the person. 60 random bits.
alter table customer add column referral_code text not null unique
  default left(replace(gen_random_uuid()::text, '-', ''), 16);
-- Since when nothing is kept of a customer but what the law demands.
alter table customer add column erased_at timestamptz;

-- Who came by whose link: a customer once for ever. `rewarded`: the referee's loan was approved while the promotion ran.
create table referral (
  id bigint generated always as identity primary key,
  country text not null check (country in ('AR', 'UY')),
  referrer_id bigint not null references customer,
  referee_id bigint not null unique references customer,
  state text not null default 'attached' check (state in ('attached', 'rewarded', 'refused')),
  refusal text not null default '' check (refusal in ('', 'self')),
  loan_id bigint unique references loan,
  created_at timestamptz not null,
  rewarded_at timestamptz,
  check (referrer_id <> referee_id),
  check ((state = 'rewarded') = (loan_id is not null)),
  check ((state = 'rewarded') = (rewarded_at is not null)),
  check ((state = 'refused') = (refusal <> ''))
);
create index referral_referrer on referral (referrer_id, id desc);

-- One for each side of a referral. It is spent as discounts on the customer's instalments.
create table referral_reward (
  id bigint generated always as identity primary key,
  referral_id bigint not null references referral,
  customer_id bigint not null references customer,
  amount bigint not null check (amount > 0),
  created_at timestamptz not null,
  unique (referral_id, customer_id)
);
create index referral_reward_customer on referral_reward (customer_id, id);
create trigger referral_reward_append_only before update or delete on referral_reward
  for each row execute function refuse_change();

create table referral_discount (
  payment_id bigint primary key references payment,
  reward_id bigint not null references referral_reward,
  amount bigint not null check (amount > 0)
);
create index referral_discount_reward on referral_discount (reward_id);
create trigger referral_discount_append_only before update or delete on referral_discount
  for each row execute function refuse_change();

-- `waiting`: a loan in force or a debt stands against it. `keep_until`: the last day of what the law demands to keep;
-- null where nothing has to be kept. `purged_at`: when that was erased too.
create table erasure_request (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  country text not null check (country in ('AR', 'UY')),
  customer_id bigint not null references customer,
  state text not null check (state in ('waiting', 'done')),
  ticket_id bigint references ticket,
  requested_at timestamptz not null,
  done_at timestamptz,
  keep_until date,
  purged_at timestamptz,
  check ((state = 'done') = (done_at is not null))
);
create unique index erasure_request_one_waiting on erasure_request (customer_id) where state = 'waiting';
