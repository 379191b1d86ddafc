-- release: expand
-- One table a migration: whoever writes both waits for one of them at most.
call make_monthly('event', 'at');
