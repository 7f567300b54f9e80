-- A refund of unknown outcome that somebody opened by its id could end in tracked_refunds before its intent knew the id. The intent
-- then kept the status of the answer, and no job read it again. Here it takes the final status; new ones take it when they are settled.
update refund_intents i
set refund_status = t.status, gateway_refund_id = t.gateway_refund_id, completed_at = t.completed_at,
  last_checked_at = greatest(i.last_checked_at, t.checked_at)
from tracked_refunds t
where t.service_address = i.service_address and t.refund_id = i.refund_id
  and i.state = 'ACCEPTED' and i.completed_at is null and t.completed_at is not null;
