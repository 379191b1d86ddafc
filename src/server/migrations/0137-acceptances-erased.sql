-- release: expand
-- An acceptance is written once. Erasing its person, years later, takes out what names them: the words of the note, its
-- parties, and where and on what it was accepted. Versions and digests stay.
create function acceptance_unnamed(documents jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_agg(each - 'text' - 'parties' order by place), '[]')
  from jsonb_array_elements(documents) with ordinality as d (each, place)
$$;

create function acceptance_stays() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or (new.loan_id, new.at) is distinct from (old.loan_id, old.at)
    or new.address not in (old.address, '') or new.device not in (old.device, '')
    or new.documents not in (old.documents, acceptance_unnamed(old.documents)) then
    raise exception 'table % is append-only', tg_table_name using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

drop trigger acceptance_append_only on acceptance;
drop trigger acceptance_no_truncate on acceptance;
create trigger acceptance_stays before update or delete on acceptance for each row execute function acceptance_stays();
create trigger acceptance_no_truncate before truncate on acceptance for each statement execute function acceptance_stays();
