-- release: expand
-- Whether the borrower was logged in who asked to cancel: otherwise anybody with the document's number may have.
alter table cancellation_request add column is_own boolean not null default false;
