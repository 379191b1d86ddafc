-- release: expand
alter table staff_approval drop constraint staff_approval_state_check;
alter table staff_approval add constraint staff_approval_state_check
  check (state in ('pending', 'approved', 'rejected', 'withdrawn', 'expired')) not valid;

-- Earlier uses of a receipt, by its content.
create index staff_approval_file on staff_approval ((request->'body'->>'file'))
  where request->'body'->>'file' is not null;
create index staff_file_sha256 on staff_file (sha256);
