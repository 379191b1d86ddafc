-- release: expand
-- transaction: none
-- What the staff searches by, and the timeline of a customer.
create index concurrently if not exists card_last_four on card (last_four, id desc) where removed_at is null;
create index concurrently if not exists payment_reference on payment (reference);
create index concurrently if not exists event_customer_at on event (customer_id, at desc, id desc);
create index concurrently if not exists message_customer on message (customer_id, created_at desc, id desc)
  where customer_id is not null;
create index concurrently if not exists staff_audit_customer_at on staff_audit (customer_id, at desc, id desc)
  where customer_id is not null;
create index concurrently if not exists staff_audit_opened on staff_audit (staff_id, action, id desc);
