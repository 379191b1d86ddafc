-- release: expand
-- Events and messages become tables of months (docs/decisions/0092-tables-of-months.md). What there is becomes the first
-- part as it stands, until a month that has not begun: the check says so, and the next migration looks whether it is so.
create schema partitions;

do $$
declare
  until date := date_trunc('month', greatest(now(), (select max(at) from event),
    (select max(created_at) from message)) at time zone 'UTC') + interval '2 months';
begin
  execute format('alter table event add constraint event_until check (at < %L) not valid', until::timestamp at time zone 'UTC');
  execute format('alter table message add constraint message_until check (created_at < %L) not valid',
    until::timestamp at time zone 'UTC');
end
$$;

-- The parts of each table of months; a part without bounds takes what no other does.
create view partition_range as
select parent.relname::text as parent, part.relname::text as name, bound like 'DEFAULT' as is_default,
  substring(bound from $r$FROM \('([^']+)'\) TO$r$)::timestamptz as since,
  substring(bound from $r$TO \('([^']+)'\)$r$)::timestamptz as until
from pg_inherits i
  join pg_class parent on parent.oid = i.inhparent and parent.relkind = 'p' and parent.relnamespace = 'public'::regnamespace
  join pg_class part on part.oid = i.inhrelid
  cross join lateral pg_get_expr(part.relpartbound, part.oid) bound;

-- The application owns no table, so these do for it what it may: add a month, and remove one that is old enough.
create procedure add_month(parent text, month date) language plpgsql security definer
  set search_path = pg_catalog, public set timezone = 'UTC' set lock_timeout = '2s' as $$
declare
  part text := parent || to_char(month, '_YYYY_MM');
  each text;
begin
  if not exists (select from pg_class where relname = parent and relkind = 'p' and relnamespace = 'public'::regnamespace)
    or month <> date_trunc('month', month)::date then
    raise exception 'there is no month % of %', month, parent using errcode = 'invalid_parameter_value';
  end if;
  if to_regclass(format('partitions.%I', part)) is not null then return; end if;
  execute format('create table partitions.%I (like public.%I including all)', part, parent);
  for each in select pg_get_triggerdef(oid) from pg_trigger
    where tgrelid = to_regclass(format('public.%I', parent)) and not tgisinternal and tgtype & 32 = 32
  loop
    execute replace(each, format(' ON public.%I ', parent), format(' ON partitions.%I ', part));
  end loop;
  execute format('alter table public.%I attach partition partitions.%I for values from (%L) to (%L)',
    parent, part, month, (month + interval '1 month')::date);
end
$$;

-- Only messages are ever removed, and none of the last two years, whatever is asked.
create procedure drop_messages(before date) language plpgsql security definer
  set search_path = pg_catalog, public set timezone = 'UTC' set lock_timeout = '2s' as $$
declare
  each text;
begin
  if before > (now() - interval '24 months')::date then
    raise exception 'messages of the last 24 months stay' using errcode = 'invalid_parameter_value';
  end if;
  for each in select name from public.partition_range
    where parent = 'message' and not is_default and until <= before::timestamptz order by until
  loop
    execute format('drop table partitions.%I', each);
  end loop;
end
$$;

-- Rows that came for a month that was not there.
create function rows_without_month(parent text) returns bigint language plpgsql stable security definer
  set search_path = pg_catalog, public as $$
declare
  found bigint;
begin
  execute format('select count(*) from (select from partitions.%I limit 100000) r', parent || '_rest') into found;
  return found;
end
$$;

revoke execute on procedure add_month, drop_messages from public;

-- Used by the migrations that follow, the last of which removes it.
create procedure make_monthly(parent text, instant text) language plpgsql as $$
declare
  whole regclass := format('public.%I', parent)::regclass;
  first text := parent || '_first';
  last_id bigint;
  until timestamptz := (select substring(pg_get_constraintdef(oid) from '''([^'']+)''')::timestamptz
    from pg_constraint where conrelid = whole and conname = parent || '_until');
  indexes text[] := array(select pg_get_indexdef(i.indexrelid) from pg_index i
    where i.indrelid = whole and not i.indisunique);
  triggers text[] := array(select pg_get_triggerdef(oid) from pg_trigger where tgrelid = whole and not tgisinternal);
  key text := (select i.indexrelid::regclass::text from pg_index i
    where i.indrelid = whole and i.indisunique and not i.indisprimary);
  each text;
  found record;
begin
  execute format('lock table %s in access exclusive mode', whole);
  last_id := nextval(pg_get_serial_sequence('public.' || parent, 'id'));
  execute format('alter table public.%I alter column id drop identity', parent);
  execute format('alter table public.%I drop constraint %I', parent, parent || '_pkey');
  for found in select tgname from pg_trigger where tgrelid = whole and not tgisinternal and tgtype & 32 = 0 loop
    execute format('drop trigger %I on public.%I', found.tgname, parent);
  end loop;
  execute format('alter table public.%I set schema partitions', parent);
  execute format('alter table partitions.%I rename to %I', parent, first);
  execute format('alter table partitions.%I add constraint %I primary key using index %I', first, first || '_pkey', key);

  execute format('create table public.%I (like partitions.%I including all excluding indexes) partition by range (%I)',
    parent, first, instant);
  execute format('alter table public.%I drop constraint %I', parent, parent || '_until');
  execute format('alter table public.%I add primary key (id, %I)', parent, instant);
  foreach each in array indexes loop
    execute each;
  end loop;
  foreach each in array triggers loop
    execute each;
  end loop;
  execute format('create sequence public.%I', parent || '_id_seq');
  perform setval(format('public.%I', parent || '_id_seq'), last_id, false);
  execute format('alter table public.%I alter column id set default nextval(%L)', parent, 'public.' || parent || '_id_seq');
  execute format('alter sequence public.%I owned by public.%I.id', parent || '_id_seq', parent);
  for found in select grantee::regrole::text as role, privilege_type as may
    from pg_class c, aclexplode(c.relacl) a where c.oid = whole and a.grantee <> c.relowner
  loop
    execute format('grant %s on public.%I to %s', found.may, parent, found.role);
    if found.may = 'INSERT' then
      execute format('grant usage, select on sequence public.%I to %s', parent || '_id_seq', found.role);
    end if;
  end loop;

  -- The check that was looked at before spares a reading of every row while others wait.
  execute format('alter table public.%I attach partition partitions.%I for values from (minvalue) to (%L)', parent, first, until);
  execute format('alter table partitions.%I drop constraint %I', first, parent || '_until');
  execute format('create table partitions.%I partition of public.%I default', parent || '_rest', parent);
  for each in select pg_get_triggerdef(oid) from pg_trigger
    where tgrelid = format('public.%I', parent)::regclass and not tgisinternal and tgtype & 32 = 32
  loop
    execute replace(each, format(' ON public.%I ', parent), format(' ON partitions.%I ', parent || '_rest'));
  end loop;
  for month in 0..2 loop
    call add_month(parent, ((until at time zone 'UTC') + make_interval(months => month))::date);
  end loop;
end
$$;
