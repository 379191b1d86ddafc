-- release: expand
call make_monthly('message', 'created_at');
drop procedure make_monthly;
