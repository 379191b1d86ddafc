-- release: expand
-- Each stored file has a key of its own, which is encrypted with the application's secret: another secret encrypts
-- the keys anew and no file, and a file whose key is gone cannot be read from any copy of it.

create table file_key (
  storage_key text primary key,
  wrapped bytea not null,
  -- Names the secret that the key is encrypted with, and tells nothing of it.
  secret_id bytea not null
);
create index file_key_secret on file_key (secret_id);
