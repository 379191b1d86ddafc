-- release: expand
-- The BCRA's monthly file of debtors, for when its Central de Deudores cannot be asked: the worst situation of each
-- number and how many lenders told of it. One file counts, the last that was read whole.
create table bureau_file (
  id bigint generated always as identity primary key,
  period text not null check (period ~ '^[0-9]{6}$'),
  lines bigint not null default 0,
  read_at timestamptz
);
create table bureau_record (
  file_id bigint not null references bureau_file,
  legal_number text not null,
  worst smallint not null,
  lenders smallint not null,
  primary key (file_id, legal_number)
);
