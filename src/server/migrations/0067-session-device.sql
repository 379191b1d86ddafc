-- release: expand
-- What a person recognises a login by: 'Chrome en Android', never the whole User-Agent.
alter table session add column device text not null default '';
