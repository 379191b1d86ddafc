-- release: expand
-- Broken promises of a loan at the close of a day, the third factor of the order of Cobranzas
-- (docs/product/collections.md#cases).
alter table portfolio_loan add column broken_promises integer not null default 0 check (broken_promises >= 0);
