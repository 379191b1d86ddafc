-- release: expand
-- What the staff's page of a customer needs: the version of who they are, notes, and whose a message is.

-- Counts the changes of name, contact and access; the staff changes against the version that was seen.
alter table customer add column version bigint not null default 1;
alter table customer add column changed_by text not null default '';
create function count_customer_version() returns trigger language plpgsql as $$
begin
  if (new.first_name, new.last_name, new.email, new.cellphone, new.cellphone_prefix, new.disabled_at)
    is distinct from
    (old.first_name, old.last_name, old.email, old.cellphone, old.cellphone_prefix, old.disabled_at)
  then
    new.version := old.version + 1;
  end if;
  return new;
end
$$;
create trigger customer_version
  before update of first_name, last_name, email, cellphone, cellphone_prefix, disabled_at on customer
  for each row execute function count_customer_version();

-- Null for strangers, and for what older releases wrote, which is found by its recipient.
alter table message add column customer_id bigint;

create table customer_note (
  id bigint generated always as identity primary key,
  country text not null,
  customer_id bigint not null references customer,
  staff_id bigint not null references staff_member,
  text text not null,
  created_at timestamptz not null
);
create index customer_note_customer on customer_note (customer_id, created_at desc, id desc);
create trigger customer_note_country_known before insert or update of country on customer_note
  for each row execute function refuse_unknown_country();
create trigger customer_note_not_erased before insert on customer_note for each row execute function refuse_erased();
