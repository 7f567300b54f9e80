-- When the credentials of a seen account were last changed: its revision also changes when it is taken out of use (decision 0315).
-- Null for what an earlier version has seen.
-- Old processes: they write null, and compare the revision alone.
alter table seen_gateway_accounts add column changed_at timestamptz(3);
