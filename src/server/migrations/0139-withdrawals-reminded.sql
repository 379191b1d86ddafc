-- release: expand
-- When the customer was told a day later that the request still waits for their confirmation.
alter table withdrawal add column reminded_at timestamptz;
create index withdrawal_unconfirmed on withdrawal (country, id) where state = 'received' and reminded_at is null;
