-- release: expand
-- Whose earlier word a rail contradicts: that of two people, or its own.
alter table order_contradiction add column earlier text not null default 'people' check (earlier in ('people', 'rail'));
