-- release: expand
-- Versions of the credit rules (docs/product/credit-decisions.md#versions). A version below 100 % is a challenger.
create table decision_rules (
  id bigint generated always as identity primary key,
  country text not null,
  name text not null,
  valid_from date not null,
  -- Percent of the country's people that it decides about.
  share smallint not null default 100 check (share = 100 or share between 1 and 50),
  data jsonb not null,
  -- '' for the version that comes with the program.
  asked_by text not null default '',
  approved_by text not null default '',
  created_at timestamptz not null,
  unique (country, name)
);
create trigger decision_rules_country_known before insert or update of country on decision_rules
  for each row execute function refuse_unknown_country();
create trigger decision_rules_append_only before update or delete on decision_rules
  for each row execute function refuse_change();
create trigger decision_rules_no_truncate before truncate on decision_rules
  for each statement execute function refuse_change();

create table decision_rules_end (
  rules_id bigint primary key references decision_rules,
  -- First day on which it decides nothing.
  ends_on date not null,
  ended_by text not null,
  created_at timestamptz not null
);
create trigger decision_rules_end_append_only before update or delete on decision_rules_end
  for each row execute function refuse_change();
create trigger decision_rules_end_no_truncate before truncate on decision_rules_end
  for each statement execute function refuse_change();

create table decision_rules_draft (
  id bigint generated always as identity primary key,
  country text not null,
  name text not null,
  based_on bigint not null references decision_rules,
  data jsonb not null,
  state text not null default 'open' check (state in ('open', 'activated', 'discarded')),
  version bigint not null default 1,
  changed_by text not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  rules_id bigint references decision_rules,
  check ((state = 'activated') = (rules_id is not null))
);
create unique index decision_rules_draft_name on decision_rules_draft (country, name) where state = 'open';
create trigger decision_rules_draft_country_known before insert or update of country on decision_rules_draft
  for each row execute function refuse_unknown_country();

-- Null for decisions made before versions existed, and for those of the release before.
alter table decision add column rules_id bigint references decision_rules;
-- Everything that the rules may read. Not in `inputs`, which the person can download: some of it is about others.
alter table decision add column facts jsonb;
-- Rules that fired, with the values they saw.
alter table decision add column trace jsonb;
-- Employee who decided; null for the rules.
alter table decision add column decided_by bigint references staff_member;
alter table decision add constraint decision_traced check (num_nulls(rules_id, facts, trace) in (0, 3)) not valid;
