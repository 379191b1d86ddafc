-- release: expand
-- Due dates of a country on which its banks are closed, with the last day on which an instalment due then can be paid
-- without surcharge. A due date that is not here has none but itself. The program fills the table when it starts and
-- when holidays change; a day that was promised is only ever replaced by a later one.

create table later_payable_day (
  country text not null,
  due_date date not null,
  payable_until date not null,
  primary key (country, due_date),
  check (payable_until > due_date)
);
create index later_payable_day_until on later_payable_day (country, payable_until);
create trigger later_payable_day_country_known before insert or update of country on later_payable_day
  for each row execute function refuse_unknown_country();

create function refuse_earlier_payable_day() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.payable_until < old.payable_until then
    raise exception 'a payable day that was promised stays';
  end if;
  return new;
end
$$;
create trigger later_payable_day_stays before update or delete on later_payable_day
  for each row execute function refuse_earlier_payable_day();
