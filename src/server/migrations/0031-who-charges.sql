-- The submission whose request is waiting for the gateway's answer: its repetition with the same key is in flight and
-- not another one. Null for requests without a key, and once the request was answered without a final word.
alter table card_charge add column submission bytea;
