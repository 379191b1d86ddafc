-- release: expand
-- Notes of the staff on tickets, which the borrower never reads, and files of both sides.
create table ticket_note (
  id bigint generated always as identity primary key,
  country text not null,
  ticket_id bigint not null references ticket,
  staff_id bigint not null references staff_member,
  content text not null,
  created_at timestamptz not null
);
create index ticket_note_ticket on ticket_note (ticket_id, id);
create trigger ticket_note_country_known before insert or update of country on ticket_note
  for each row execute function refuse_unknown_country();

-- Images are made anew before they are stored; the name is the sender's, for people only.
create table ticket_file (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  country text not null,
  ticket_id bigint not null references ticket,
  author text not null check (author in ('customer', 'staff')),
  staff_id bigint references staff_member,
  name text not null,
  type text not null check (type in ('image/jpeg', 'application/pdf')),
  bytes integer not null check (bytes > 0),
  sha256 bytea not null,
  storage_key text not null unique,
  created_at timestamptz not null,
  check ((author = 'staff') = (staff_id is not null))
);
create index ticket_file_ticket on ticket_file (ticket_id, id);
create trigger ticket_file_country_known before insert or update of country on ticket_file
  for each row execute function refuse_unknown_country();
