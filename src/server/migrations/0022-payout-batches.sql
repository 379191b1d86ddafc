-- Pay-out orders are rows before they are files or calls: whether one was given is known here, whatever becomes of
-- files, disks and machines. Amounts in centavos.

-- A file of orders for one receiver, made from rows: what it says is fixed when it is closed.
create table payout_batch (
  id bigint generated always as identity primary key,
  rail text not null,
  currency text not null,
  -- From 1 without gaps for each rail and currency, so that the receiver notices a missing file.
  number integer not null check (number > 0),
  order_count integer not null check (order_count > 0),
  amount bigint not null check (amount > 0),
  -- Of the file's bytes: it is never written with other content.
  sha256 bytea not null,
  closed_at timestamptz not null,
  -- Who writes the file, and since when; taken over by another worker when it has not finished in time. Real time.
  claimed_by text not null,
  claimed_at timestamptz not null default now(),
  written_at timestamptz,
  acknowledged_at timestamptz,
  -- When a person was told that it is not acknowledged.
  alarmed_at timestamptz,
  unique (rail, currency, number)
);
create index payout_batch_unwritten on payout_batch (id) where written_at is null;
create index payout_batch_unacknowledged on payout_batch (id) where acknowledged_at is null;

-- One order, written once. `channel` is how it was given: by file, through the bank's API, or by an earlier release,
-- which kept no rows (then it is never given again, only asked for).
create table payout_order (
  reference text primary key,
  rail text not null,
  channel text not null check (channel in ('file', 'bind', 'earlier')),
  amount bigint not null check (amount > 0),
  currency text not null,
  holder text not null,
  legal_number text not null,
  bank_id text not null,
  destination text not null,
  description text not null,
  -- Real time, not the business clock: how long it has waited for its batch.
  ordered_at timestamptz not null default now(),
  batch_id bigint references payout_batch,
  line integer check (line > 0),
  check ((batch_id is null) = (line is null)),
  check (batch_id is null or channel = 'file'),
  unique (batch_id, line)
);
create index payout_order_unbatched on payout_order (rail, currency, ordered_at) where batch_id is null and channel = 'file';

-- What was ordered never changes, and an order enters one batch once. Erasing a person, years later, may empty what
-- tells who it was.
create function payout_order_stays() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' then
    raise exception 'table % is append-only', tg_table_name using errcode = 'restrict_violation';
  end if;
  if (new.reference, new.rail, new.channel, new.amount, new.currency, new.bank_id, new.description, new.ordered_at)
    is distinct from
    (old.reference, old.rail, old.channel, old.amount, old.currency, old.bank_id, old.description, old.ordered_at)
    or (old.batch_id is not null and (new.batch_id, new.line) is distinct from (old.batch_id, old.line))
    or new.holder not in (old.holder, '') or new.legal_number not in (old.legal_number, '')
    or new.destination not in (old.destination, '') then
    raise exception 'pay-out order % is written once', old.reference using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger payout_order_stays before update or delete on payout_order for each row execute function payout_order_stays();
create trigger payout_order_no_truncate before truncate on payout_order for each statement execute function payout_order_stays();

create trigger payout_batch_stays before update of rail, currency, number, order_count, amount, sha256, closed_at
  on payout_batch for each row execute function refuse_change();
create trigger payout_batch_no_delete before delete on payout_batch for each row execute function refuse_change();
create trigger payout_batch_no_truncate before truncate on payout_batch for each statement execute function refuse_change();

-- A file of results, known by its bytes and read once; one that was refused keeps the reason, and has no lines.
create table payout_result_file (
  id bigint generated always as identity primary key,
  rail text not null,
  sha256 bytea not null,
  name text not null,
  refusal text not null default '',
  line_count integer not null,
  imported_at timestamptz not null
);
-- A file that one release refused may be read by a later one.
create unique index payout_result_file_once on payout_result_file (rail, sha256, (refusal = ''));
create table payout_result (
  file_id bigint not null references payout_result_file,
  line integer not null,
  rail text not null,
  -- What the line is about: an order by its reference, or a batch as currency and number.
  kind text not null check (kind in ('result', 'acknowledgement')),
  reference text not null,
  state text not null check (state in ('completed', 'failed', '')),
  provider_id text not null,
  receipt_code text not null,
  reason text not null,
  -- decided: the first result of the order; known: the same again; contradicted: another one, the first stands;
  -- unmatched: of no order here, remembered nevertheless; acknowledged: the receiver has the batch.
  outcome text not null check (outcome in ('decided', 'known', 'contradicted', 'unmatched', 'acknowledged')),
  primary key (file_id, line)
);
-- The first result of an order that was imported is the one that counts.
create unique index payout_result_first on payout_result (rail, reference)
  where kind = 'result' and outcome in ('decided', 'unmatched');
create index payout_result_open on payout_result (file_id, line) where outcome in ('contradicted', 'unmatched');
create trigger payout_result_file_append_only before update or delete on payout_result_file for each row execute function refuse_change();
create trigger payout_result_file_no_truncate before truncate on payout_result_file for each statement execute function refuse_change();
create trigger payout_result_append_only before update or delete on payout_result for each row execute function refuse_change();
create trigger payout_result_no_truncate before truncate on payout_result for each statement execute function refuse_change();

-- What an earlier release may have ordered already, by a file that nobody here knows of any more, is not ordered again.
insert into payout_order (reference, rail, channel, amount, currency, holder, legal_number, bank_id, destination, description)
select d.reference, d.rail, 'earlier', d.amount, l.currency, d.holder, d.legal_number, d.bank_id, d.destination, ''
from disbursement d join loan l on l.id = d.loan_id
where d.state in ('sent', 'unknown');
