-- The papers of debt-free certificates: what anybody who is shown one checks it by, and the file, written once.

-- Not the certificate's own hash, which opens all that it says.
alter table certificate add column check_code text;
update certificate set check_code = replace(gen_random_uuid()::text, '-', '');
alter table certificate alter column check_code set not null;
alter table certificate add constraint certificate_check_code_key unique (check_code);

create table certificate_file (
  certificate_id bigint primary key references certificate,
  storage_key text not null unique,
  sha256 bytea not null check (octet_length(sha256) = 32),
  bytes integer not null check (bytes > 0),
  created_at timestamptz not null
);
create trigger certificate_file_append_only before update or delete on certificate_file for each row execute function refuse_change();
create trigger certificate_file_no_truncate before truncate on certificate_file for each statement execute function refuse_change();
