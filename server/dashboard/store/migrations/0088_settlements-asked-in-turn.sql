-- When the service was last asked about a settlement that it has not answered: those that stay open take turns.
-- Old processes: they read and write no such column, and go on asking about the oldest.
alter table finding_settlements add column asked_at timestamptz(3);
-- The same of open findings that the service's list does not contain.
alter table finding_work add column asked_at timestamptz(3);
