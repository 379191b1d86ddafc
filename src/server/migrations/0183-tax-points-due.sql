-- release: expand
-- transaction: none
-- Loans whose tax falls due, and those without points.
create index concurrently if not exists loan_tax_due on loan (country, tax_rule, tax_due_on);
