-- release: expand
-- transaction: none
create unique index concurrently if not exists payment_request_one_membership on payment_request (loan_id)
  where purpose = 'membership' and state in ('open', 'charging');
create index concurrently if not exists card_charge_of_membership on card_charge (membership_id)
  where membership_id is not null;
drop index concurrently if exists card_charge_membership;
alter table payment validate constraint payment_amount_check;
alter table payment_reversal validate constraint payment_reversal_reason_check;
alter table payment_request validate constraint payment_request_purpose_check;
alter table membership_charge validate constraint membership_charge_reason_check;
