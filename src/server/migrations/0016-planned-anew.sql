-- The few payments after which the instalments were planned anew: reports on the whole portfolio look for them loan by loan.
create index payment_planned_anew on payment (loan_id) where is_payoff or prepayment is not null;
