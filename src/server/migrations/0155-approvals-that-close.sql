-- release: expand
alter table staff_approval drop constraint staff_approval_state_check;
alter table staff_approval add constraint staff_approval_state_check
  check (state in ('pending', 'approved', 'rejected', 'withdrawn', 'expired', 'obsolete')) not valid;

alter table staff_approval
  -- What only one request at a time may ask for: the same money, the same change. Null for older requests.
  add column slot text,
  -- Sentence for the requester of an obsolete request.
  add column closed_because text not null default '',
  -- Centavos that move on approval; null where none do.
  add column amount bigint check (amount >= 0);

create unique index staff_approval_slot on staff_approval (slot) where state = 'pending' and slot is not null;
create index staff_approval_closed on staff_approval (requested_by, decided_at) where state = 'obsolete';
