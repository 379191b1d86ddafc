-- release: expand
-- transaction: none
-- A number is proved by one customer of a country at a time.
create unique index concurrently if not exists customer_proved_phone
  on customer (country, cellphone) where phone_proved_at is not null;
alter table customer validate constraint customer_email_proved_by;
alter table customer validate constraint customer_document_proved_by;
