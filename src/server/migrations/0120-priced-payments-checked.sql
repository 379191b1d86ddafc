-- release: expand
-- The check was added without a look at rows written before, which have no price.
alter table payment validate constraint payment_priced_check;
