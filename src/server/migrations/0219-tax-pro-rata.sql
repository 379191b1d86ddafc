-- release: expand
-- Tax of interest that was collected in part, at its rate (docs/product/books.md#tax-of-a-part-payment). False for loans
-- whose last booking was by the release before: they tax what the money reached, until their next booking.
alter table loan add column tax_pro_rata boolean not null default false;
