-- release: expand
-- transaction: none
-- Search of tickets by their words, and their times to the first answer and to the solution.
create index concurrently if not exists ticket_search on ticket
  using gin (search_text(subject || ' ' || content || ' ' || name) gin_trgm_ops);
create index concurrently if not exists ticket_created on ticket (country, created_at);
create index concurrently if not exists ticket_closed_at on ticket (country, closed_at) where closed_at is not null;
