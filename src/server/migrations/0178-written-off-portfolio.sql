-- release: expand
-- The portfolio's picture of a day names loans that the lender has written off; by days late it counts the others.
-- In portfolio_day they are the range -1.
alter table portfolio_loan add column is_written_off boolean not null default false;
