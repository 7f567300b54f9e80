-- Migration 0098 also took refunds for paid that the service calls successful without an end (decision 0213). They are followed until they have
-- one, and may yet fail.
update bulk_rows r set is_refunded = false
from refund_intents i
where i.id = r.id and r.is_refunded and i.refund_status = 'SUCCESS' and i.completed_at is null and i.late_success_seen_at is null;
