-- release: expand
-- Name of the secret (Vault.id) that the rows were made with, so that a process with another one does not start.
create table secret_in_use (
  only_row boolean primary key default true check (only_row),
  secret_id bytea not null,
  seen_at timestamptz not null
);
