-- release: contract after 0225-payout
-- The names of payouts before 0225, which only programs of the release before that read and wrote.
drop view disbursement_ruling;
drop view disbursement_answer;
drop view disbursement;
