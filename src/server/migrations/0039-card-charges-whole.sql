-- release: expand
-- Every row of card_charge says now what 0037 asks of it.
alter table card_charge validate constraint card_charge_complete;
alter table card_charge validate constraint card_charge_purpose;
alter table card_charge
  alter column country set not null,
  alter column amount set not null,
  alter column currency set not null,
  drop constraint card_charge_complete;
