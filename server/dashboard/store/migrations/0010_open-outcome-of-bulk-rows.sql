-- A try of the row went out and nobody knows what came of it. It may be tried again, but it may not be said to be unsent.
-- Cancels alone: what became of a refund is told by its intent.
alter table bulk_rows add column outcome_open boolean not null default false;
