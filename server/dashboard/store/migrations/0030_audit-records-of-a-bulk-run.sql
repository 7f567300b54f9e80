-- The rows of a bulk run are recorded with its id in place of a request's: the audit page shows them as one action (decision 0265).
-- Old processes: they wait with new records while the index is built, some seconds for a million records, and then go on.
create index audit_log_request on audit_log (request_id, position) where request_id is not null;
