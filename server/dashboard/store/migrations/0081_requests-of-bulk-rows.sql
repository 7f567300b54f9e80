-- A row of a bulk run makes no request for approval of its own any more (decision 0350). Nobody approves those that an earlier version
-- left: they have expired, and their job ends them after the start. Rows that waited for such a refund, which was approved on its
-- own and sent, take its outcome.
-- Old processes: they withdraw such a request themselves, or find that it has expired; they set the same states of rows.
update approval_requests a set expires_at = a.requested_at + interval '1 millisecond'
where a.state = 'WAITING' and a.kind = 'refund' and exists (select from bulk_rows r where r.id = a.id);

update bulk_rows r
set state = case
      when i.state = 'UNKNOWN' then 'unknown'
      when i.state = 'REFUSED' then 'refused'
      when i.refund_status = 'SUCCESS' or i.late_success_seen_at is not null then 'done'
      when i.refund_status = 'FAILURE' then 'failed'
      else 'accepted' end,
    faults = '[]', message = i.message, not_before = null
from refund_intents i
where i.id = r.id and i.transaction_id = r.transaction_id and i.amount_paise = r.amount_paise
  and r.state = 'ready' and r.claimed_times > 0 and i.state in ('ACCEPTED', 'REFUSED', 'UNKNOWN');
