-- What is written once can be emptied no more than changed; payments are written once, too.
create trigger payment_append_only before update or delete on payment for each row execute function refuse_change();
create trigger payment_no_truncate before truncate on payment for each statement execute function refuse_change();
create trigger instalment_no_truncate before truncate on instalment for each statement execute function refuse_change();
create trigger payment_allocation_no_truncate before truncate on payment_allocation for each statement execute function refuse_change();
create trigger schedule_version_no_truncate before truncate on schedule_version for each statement execute function refuse_change();
create trigger schedule_version_row_no_truncate before truncate on schedule_version_row for each statement execute function refuse_change();
create trigger collection_file_no_truncate before truncate on collection_file for each statement execute function refuse_change();
create trigger collection_line_no_truncate before truncate on collection_line for each statement execute function refuse_change();
create trigger membership_no_truncate before truncate on membership for each statement execute function refuse_change();
create trigger membership_end_no_truncate before truncate on membership_end for each statement execute function refuse_change();
create trigger membership_return_no_truncate before truncate on membership_return for each statement execute function refuse_change();
create trigger referral_reward_no_truncate before truncate on referral_reward for each statement execute function refuse_change();
create trigger referral_discount_no_truncate before truncate on referral_discount for each statement execute function refuse_change();
create trigger price_list_no_truncate before truncate on price_list for each statement execute function refuse_change();

-- A part of a payment that its provider gave back: `refunded` centavos in all so far. Each time the payment counts
-- for less is a report of its own, `refunded`; `payment_id` of the first report is the payment that counts now.
alter table payment_report add column refunded bigint not null default 0 check (refunded >= 0 and refunded < amount);
alter table payment_report drop constraint payment_report_outcome_check;
alter table payment_report add constraint payment_report_outcome_check check (outcome in
  ('exact', 'partial', 'excess', 'late', 'double', 'unmatched', 'reversed', 'refunded'));
alter table sandbox_payment add column refunded bigint not null default 0;

-- Who was erased gets nothing new: a call that had been let in before does not bring the person's data back, nor
-- give nobody a loan. Waits for an erasure under way, and bars one that comes after.
create function refuse_erased() returns trigger language plpgsql as $$
declare
  erased timestamptz;
begin
  select erased_at into erased from customer where id = new.customer_id for key share;
  if erased is not null then
    raise exception 'customer % was erased', new.customer_id
      using errcode = 'restrict_violation', constraint = 'customer_erased';
  end if;
  return new;
end
$$;
create trigger loan_not_erased before insert on loan for each row execute function refuse_erased();
create trigger address_not_erased before insert on address for each row execute function refuse_erased();
create trigger bank_account_not_erased before insert on bank_account for each row execute function refuse_erased();
create trigger card_not_erased before insert on card for each row execute function refuse_erased();
create trigger image_not_erased before insert on image for each row execute function refuse_erased();
create trigger phone_code_not_erased before insert on phone_code for each row execute function refuse_erased();
create trigger social_identity_not_erased before insert on social_identity for each row execute function refuse_erased();
create trigger application_draft_not_erased before insert on application_draft for each row execute function refuse_erased();
