-- Manual refunds that wait for a second person, to be confirmed or voided: one index for both.
drop index if exists manual_refunds_void_proposed;
create index if not exists manual_refunds_to_decide on manual_refunds (recorded_at desc, id desc)
  where state = 'WAITING' or (state = 'CONFIRMED' and void_proposed_at is not null);

-- A refund of another payment under the id of a row ended the row in versions before 0080: it said "accepted", and nothing of its payment was
-- refunded. Such a row was not sent.
-- Old processes: the states are theirs, too.
update bulk_rows r set state = 'not_sent', faults = '[{"kind": "conflict"}]', message = null
from refund_intents i, bulk_runs b
where i.id = r.id and b.id = r.run_id and b.kind = 'refund' and r.state in ('accepted', 'done', 'failed', 'refused', 'unknown')
  and r.transaction_id is not null and i.transaction_id <> r.transaction_id;
