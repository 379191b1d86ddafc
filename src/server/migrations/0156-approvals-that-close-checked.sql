-- release: expand
-- transaction: none
alter table staff_approval validate constraint staff_approval_state_check;
