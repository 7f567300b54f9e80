-- What an approved run is still to refund of a payment is looked at under that payment's lock.
create index bulk_rows_ready on bulk_rows (transaction_id) where state = 'ready';
create index approval_requests_run_approved on approval_requests (run_id) where state = 'APPROVED';
