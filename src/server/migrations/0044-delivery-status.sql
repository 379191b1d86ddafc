-- release: expand
-- What the provider has said since it took a message; empty: nothing, or it does not say. Its own code of a failure.
alter table message add column delivery text not null default ''
  check (delivery in ('', 'sent', 'delivered', 'read', 'failed'));
alter table message add column delivery_code text not null default '';
alter table message add column delivery_at timestamptz;
