-- release: expand
-- The keys were added without a look at rows written before, which name no offer.
alter table payment validate constraint payment_offer_fkey;
alter table payment_request validate constraint payment_request_offer_fkey;
alter table payment_request validate constraint payment_request_purpose_check;
