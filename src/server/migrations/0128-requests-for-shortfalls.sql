-- release: expand
-- A payment can be asked for a shortfall too: a row of the standing that is numbered after the last instalment.
alter table payment_request_instalment
  drop constraint payment_request_instalment_loan_id_instalment_fkey,
  add constraint payment_request_instalment_loan_id_fkey foreign key (loan_id) references loan not valid;
