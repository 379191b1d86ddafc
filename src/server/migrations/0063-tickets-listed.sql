-- release: expand
-- transaction: none
-- Tickets and requests are listed by country, person and what is still open.
create index concurrently if not exists ticket_open on ticket (country, id) where status <> 'closed';
create index concurrently if not exists ticket_assigned on ticket (assigned_to, id) where status <> 'closed';
create index concurrently if not exists ticket_country on ticket (country, id);
create index concurrently if not exists ticket_merged on ticket (merged_into) where merged_into is not null;
create index concurrently if not exists withdrawal_received on withdrawal (requested_at, id) where state in ('received', 'return-due');
create index concurrently if not exists cancellation_request_open on cancellation_request (created_at, id) where state = 'under-review';
create index concurrently if not exists erasure_request_waiting on erasure_request (requested_at, id) where state = 'waiting';
create index concurrently if not exists withdrawal_decided on withdrawal (requested_at, id) where decided_by <> '';
create index concurrently if not exists cancellation_request_decided on cancellation_request (created_at, id) where decided_by <> '';
create index concurrently if not exists erasure_request_decided on erasure_request (requested_at, id) where decided_by <> '';
