-- release: expand
-- What was written once is sealed in a chain: each seal's digest covers its rows and the seal before it.

create table seal (
  id bigint generated always as identity primary key,
  stream text not null,
  -- The rows of these ids, both included.
  from_id bigint not null,
  to_id bigint not null,
  rows bigint not null,
  digest bytea not null,
  previous_digest bytea not null,
  sealed_at timestamptz not null,
  unique (stream, from_id),
  check (to_id >= from_id)
);
create trigger seal_append_only before update or delete on seal for each row execute function refuse_change();
create trigger seal_no_truncate before truncate on seal for each statement execute function refuse_change();

-- The largest id of a stream when it was last looked at: everything up to there is committed a while later.
create table seal_horizon (
  stream text primary key,
  id bigint not null,
  seen_at timestamptz not null
);
