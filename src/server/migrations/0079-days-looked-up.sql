-- release: expand
-- transaction: none
-- What happened on a day is found by its instant. These tables grow at their end, so that a summary of each stretch is
-- enough, and costs a write next to nothing.
create index concurrently if not exists ledger_transaction_at on ledger_transaction using brin (at) with (pages_per_range = 32, autosummarize = on);
create index concurrently if not exists decision_at on decision using brin (at) with (pages_per_range = 32, autosummarize = on);
create index concurrently if not exists lead_created on lead using brin (created_at) with (pages_per_range = 32, autosummarize = on);
create index concurrently if not exists customer_created on customer using brin (created_at) with (pages_per_range = 32, autosummarize = on);
create index concurrently if not exists loan_created on loan using brin (created_at) with (pages_per_range = 32, autosummarize = on);
