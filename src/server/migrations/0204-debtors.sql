-- release: expand
-- Figures per debtor, frozen with a month's close, and their comparison with our own lines of the BCRA's file.

-- Lines of the file that the lender itself reported.
create table bureau_own_line (
  id bigint generated always as identity primary key,
  file_id bigint not null references bureau_file on delete cascade,
  legal_number text not null,
  situation smallint not null,
  -- Centavos; the file is in thousands with one decimal.
  amount bigint not null,
  days_late int not null,
  is_refinanced boolean not null
);
create index bureau_own_line_file on bureau_own_line (file_id);

-- Debtors of a close. Its rows never change, since the close's do not.
create table debtor_figure (
  close_id bigint not null,
  customer_id bigint not null references customer,
  country text not null,
  -- First day of the month.
  month date not null,
  class smallint not null check (class between 1 and 5),
  -- Centavos; without loans that are written off.
  principal bigint not null,
  interest bigint not null,
  days_late int not null,
  is_refinanced boolean not null,
  is_sued boolean not null,
  is_disputed boolean not null,
  loans int not null,
  written_off int not null,
  primary key (close_id, customer_id)
);
create index debtor_figure_listed on debtor_figure (country, month, customer_id);
create trigger debtor_figure_country_known before insert or update of country on debtor_figure
  for each row execute function refuse_unknown_country();

-- Differences of a close and a file, replaced when they are compared again.
create table debtor_difference (
  id bigint generated always as identity primary key,
  country text not null,
  month date not null,
  -- Null for a number of which we know no debtor.
  customer_id bigint references customer,
  legal_number text not null,
  kinds text[] not null,
  our_class smallint,
  our_amount bigint,
  their_class smallint,
  their_amount bigint
);
create index debtor_difference_listed on debtor_difference (country, month, id);
create trigger debtor_difference_country_known before insert or update of country on debtor_difference
  for each row execute function refuse_unknown_country();

-- What was compared: the newest file against its month's close.
create table debtor_comparison (
  country text not null,
  month date not null,
  close_id bigint not null,
  file_id bigint not null,
  ours int not null,
  theirs int not null,
  compared_at timestamptz not null,
  primary key (country, month)
);
create trigger debtor_comparison_country_known before insert or update of country on debtor_comparison
  for each row execute function refuse_unknown_country();
