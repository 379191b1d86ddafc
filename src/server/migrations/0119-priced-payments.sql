-- release: expand
-- The price of a request holds until its last day: of a payment made by then, up to `priced_amount` centavos count from
-- `priced_on`, for what was chosen, and the rest counts from `value_date`, the day of payment. Null: all of it does.
-- Rows written before count as a whole from their `value_date`. A program of the release before reads a priced payment
-- as one of the day of payment: until it has stopped it may show up to ten days of default interest more.
alter table payment add column priced_on date;
alter table payment add column priced_amount bigint;
alter table payment add constraint payment_priced_check check (
  (priced_on is null) = (priced_amount is null)
  and (priced_on is null or (priced_on < value_date and priced_amount between 1 and amount))
) not valid;
