-- release: expand
-- Who opened a payment: the logged-in owner (or the lender's own debit), or somebody with the document number alone, whose
-- payment reserves nothing. Older processes leave it out: theirs count as strangers'.
alter table payment_request add column is_owners boolean not null default false;
alter table payment_request_instalment add column is_owners boolean not null default false;

-- Of what is under way, what only the owner or the lender can have opened, and what the register says.
update payment_request r set is_owners = true
where r.state in ('open', 'charging') and (r.purpose <> 'instalments' or r.method = 'instalment-debit' or exists (
  select from event e where e.loan_id = r.loan_id and e.kind = 'payment-asked' and e.at = r.created_at
    and e.detail ->> 'isOwner' = 'true'));
update payment_request_instalment i set is_owners = true
from payment_request r where r.id = i.request_id and r.is_owners and i.is_open;

-- Why an announced debit was not attempted on its day and is to be attempted again; '' for one that was never put off.
alter table instalment_debit add column put_off_for text not null default ''
  check (put_off_for in ('', 'open-payment', 'withdrawal', 'held'));

-- Words of somebody who was not logged in as the customer: the staff alone reads them.
alter table ticket add column is_strangers boolean not null default false;
update ticket t set is_strangers = true from cancellation_request r where r.ticket_id = t.id and not r.is_own;
