-- release: expand
-- A membership's price is paid out of the money of its loan: by a payment below zero, as money that is given back.
alter table payment drop constraint payment_amount_check;
alter table payment add constraint payment_amount_check check (amount > 0
  or amount = 0 and is_payoff and source = 'credit-closing'
  or amount < 0 and source in ('credit-refund', 'credit-transfer', 'membership-price')) not valid;

-- membership: the money that had paid the price has been taken back, or the price is owed no more.
alter table payment_reversal drop constraint payment_reversal_reason_check;
alter table payment_reversal add constraint payment_reversal_reason_check
  check (reason in ('refunded', 'charged-back', 'network', 'moved', 'membership')) not valid;

alter table payment_request drop constraint payment_request_purpose_check;
alter table payment_request add constraint payment_request_purpose_check
  check (purpose in ('instalments', 'settlement', 'fewer', 'smaller', 'withdrawal', 'membership')) not valid;

-- A charge that was not made is tried again, each time under a reference of its own.
alter table membership_charge add column tries smallint not null default 0;
alter table membership_charge drop constraint membership_charge_reason_check;
alter table membership_charge add constraint membership_charge_reason_check
  check (reason in ('', 'ended', 'no-card', 'switched-off', 'paid')) not valid;

-- Why a part of the price is not owed: the membership was ended, or two people of the staff waived it.
alter table membership_return add column reason text not null default 'ended' check (reason in ('ended', 'waived'));
