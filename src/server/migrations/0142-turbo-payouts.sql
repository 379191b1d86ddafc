-- release: expand
-- A payout of a loan with membership, which goes before the others that are due. Older processes leave it out.
alter table disbursement add column is_turbo boolean not null default false;
update disbursement d set is_turbo = true from loan l
where l.id = d.loan_id and l.is_membership and d.state in ('planned', 'sent', 'unknown');
