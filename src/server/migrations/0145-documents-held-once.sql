-- release: expand
-- transaction: none
-- A document has one account; accounts without one do not meet. Reads need an index without a condition.
create unique index concurrently if not exists customer_document_once
  on customer (country, document_number) where document_number <> '';
create index concurrently if not exists customer_by_document on customer (country, document_number);
drop index concurrently if exists customer_document;
