-- Filters of the refund list that had no index of their own: few or none of all refunds may match (decision 0175). Both are
-- written as the list asks for them.
create index refund_intents_failed on refund_intents (requested_at desc, id desc)
  where state in ('REFUSED', 'NOT_SENT') or (state = 'ACCEPTED' and refund_status = 'FAILURE');
create index refund_intents_by_status on refund_intents (
  (case state when 'ACCEPTED' then refund_status when 'RECORDED' then 'SENDING' else state end),
  requested_at desc, id desc);
