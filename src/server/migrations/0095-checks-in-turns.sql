-- release: expand
-- What was written once and is checked every day: the newest of it each day, the rest in turns.
create table check_turn (
  name text primary key,
  -- The business day of the last check; empty before the first.
  day date,
  -- Everything up to this id has been checked once.
  checked_to bigint not null default 0,
  -- The present turn has checked what is up to this id once more.
  turned_to bigint not null default 0
);

-- The books of a block of ids of ledger transactions, added up once when all of it is there and sealed.
create table ledger_sum (
  country text not null,
  -- The first id of the block.
  from_id bigint not null,
  currency text not null,
  account text not null,
  -- Centavos, debit positive.
  amount bigint not null,
  primary key (country, from_id, currency, account)
);
create trigger ledger_sum_append_only before update or delete on ledger_sum for each row execute function refuse_change();
create trigger ledger_sum_no_truncate before truncate on ledger_sum for each statement execute function refuse_change();
