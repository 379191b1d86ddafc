-- What has served its purpose is removed in batches: each finds its rows without reading the table.
create index session_end on session (expires_at);
create index one_time_link_end on one_time_link (expires_at);
create index rate_count_age on rate_count (window_started_at);
