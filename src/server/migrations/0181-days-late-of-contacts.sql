-- release: expand
-- Days late of the loan on the day of the contact, by which the figures of Cobranzas are grouped
-- (docs/product/collections.md#figures). Null for contacts that an earlier release recorded.
alter table contact add column days_late integer check (days_late >= 0);
