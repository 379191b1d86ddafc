-- release: expand
-- What is given back of a membership may be given back in parts: what was not owed when it was ended, and the rest when
-- its loan is withdrawn from afterwards.
alter table membership_return drop constraint membership_return_pkey;
alter table membership_return add column id bigint generated always as identity primary key;
create index membership_return_loan on membership_return (loan_id);

-- settled: the loan was paid off otherwise while its money was waited for, and nothing has to come back any more.
alter table withdrawal drop constraint withdrawal_state_check;
alter table withdrawal add constraint withdrawal_state_check
  check (state in ('received', 'canceled', 'ended', 'return-due', 'refused', 'returned', 'lapsed', 'settled'));
alter table withdrawal drop constraint withdrawal_return_check;
alter table withdrawal add constraint withdrawal_return_check
  check ((state in ('return-due', 'returned', 'lapsed', 'settled')) = (return_amount is not null));
