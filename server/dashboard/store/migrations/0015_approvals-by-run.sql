-- Each row of a run asks for the approval that counts: without this it read all approvals there ever were.
create index approval_requests_run on approval_requests (run_id, requested_at desc, id desc) where run_id is not null;
