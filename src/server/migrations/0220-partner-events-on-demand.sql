-- release: expand
-- Storing partners' events costs each audit event more than it costs itself, so the trigger is off until there is a
-- partner. Adding the first one turns it on; that waits for the audit events under way, so none after it is missed.
create function start_partner_events() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public as $$
begin
  if exists (select from pg_trigger
    where tgrelid = 'public.event'::regclass and tgname = 'event_for_partners' and tgenabled = 'D')
  then
    alter table public.event enable trigger event_for_partners;
  end if;
  return null;
end
$$;
create trigger partner_starts_events after insert on partner
  for each statement execute function start_partner_events();

lock table partner in share mode;
do $$
begin
  if not exists (select from partner) then
    alter table event disable trigger event_for_partners;
  end if;
end
$$;
