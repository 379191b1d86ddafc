-- release: expand
-- transaction: none
alter table referral validate constraint referral_state_check;
alter table referral validate constraint referral_loan_check;
alter table referral validate constraint referral_reward_check;
alter table referral validate constraint referral_refusal_check;
alter table payment_reversal validate constraint payment_reversal_reason_check;
