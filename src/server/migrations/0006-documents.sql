-- The papers of a loan, what a photo of a document says, and people who withdraw.

-- The words that acceptances know only by their digest, so that they can be printed for ever.
create table legal_text (
  sha256 bytea primary key check (octet_length(sha256) = 32),
  country text not null check (country in ('AR', 'UY')),
  name text not null,
  version text not null,
  title text not null,
  words text not null,
  first_used_at timestamptz not null
);
create trigger legal_text_append_only before update or delete on legal_text for each row execute function refuse_change();
create trigger legal_text_no_truncate before truncate on legal_text for each statement execute function refuse_change();

-- Contract and promissory note of a loan as one file: written once, whatever is rendered again.
create table loan_docket (
  loan_id bigint primary key references acceptance,
  storage_key text not null unique,
  sha256 bytea not null check (octet_length(sha256) = 32),
  bytes integer not null check (bytes > 0),
  created_at timestamptz not null
);
create trigger loan_docket_append_only before update or delete on loan_docket for each row execute function refuse_change();
create trigger loan_docket_no_truncate before truncate on loan_docket for each statement execute function refuse_change();

-- What the barcode of a document's photo says against what the person typed: which fields differ, never their values.
create table document_check (
  image_id text primary key references image on delete cascade,
  customer_id bigint not null references customer,
  outcome text not null check (outcome in ('match', 'mismatch', 'unreadable', 'unsupported')),
  differing text[] not null default '{}',
  checked_at timestamptz not null
);
create index document_check_customer on document_check (customer_id);

-- Who wants out of a loan or of the membership. `customer_id` is found by the worker: whether there is such a
-- customer must not be seen in how the request is answered. `state`: received, confirmed by the link as canceled
-- (nothing was paid out), ended (membership), return-due (the money has to come back) or refused.
create table withdrawal (
  id bigint generated always as identity primary key,
  code text not null unique,
  country text not null check (country in ('AR', 'UY')),
  kind text not null check (kind in ('loan', 'membership')),
  document_number text not null,
  email text not null,
  asked_loan text not null default '',
  reason text not null default '',
  state text not null default 'received' check (state in ('received', 'canceled', 'ended', 'return-due', 'refused')),
  refusal text not null default '',
  customer_id bigint references customer,
  loan_id bigint references loan,
  link_digest bytea unique,
  link_expires_at timestamptz,
  ticket_id bigint references ticket,
  return_amount bigint check (return_amount >= 0),
  requested_at timestamptz not null,
  confirmed_at timestamptz,
  check ((state = 'received') = (confirmed_at is null)),
  check ((state = 'return-due') = (return_amount is not null))
);
create index withdrawal_customer on withdrawal (customer_id, kind, id desc);

-- When the membership that came with a loan was ended by its customer.
create table membership_end (
  loan_id bigint primary key references loan,
  customer_id bigint not null references customer,
  withdrawal_id bigint not null references withdrawal,
  ended_at timestamptz not null
);
create trigger membership_end_append_only before update or delete on membership_end for each row execute function refuse_change();
