import type { WorkSource } from "../../queues/domain";
import { UNDECIDED } from "./requests";

/**
 * Undecided refund requests, as work: for finance, and for support while finance waits for an answer. A question to a
 * requester who has left waits for nobody: finance decides. Every step of the thread, and the end of a refund that was not made, is a change.
 */
export const REQUEST_WORK: WorkSource = {
  open: `
    select r.id::text as item_id,
      case s.state when 'OPEN' then 'request_open' when 'QUESTION' then 'request_question' else 'request_not_made' end
        as condition,
      case s.state when 'QUESTION' then 'support' else 'finance' end as team,
      concat_ws(' ', s.state, (select count(*) from refund_request_events e where e.request_id = r.id), r.intent_id) as mark,
      r.requested_at as since, r.reference, r.transaction_id, r.amount_paise, r.currency, r.is_test,
      p.name as who, case s.state when 'QUESTION' then q.text else coalesce(r.reason, r.note) end as why,
      case when s.state <> 'QUESTION' then array[r.requested_by] else '{}' end as not_for
    from refund_requests r
    join people asker on asker.id = r.requested_by
    cross join lateral (select case when r.state = 'QUESTION' and asker.deactivated_at is not null then 'OPEN' else r.state end
      as state) s
    left join lateral (select e.by_id, e.text from refund_request_events e
      where s.state = 'QUESTION' and e.request_id = r.id and e.kind = 'question' order by e.id desc limit 1) q on true
    join people p on p.id = coalesce(q.by_id, r.requested_by)
    left join refund_intents i on i.id = r.intent_id
    left join approval_requests a on a.id = r.intent_id
    where ${UNDECIDED}`,
  ended: `
    select r.id::text as item_id,
      case r.state when 'ACCEPTED' then case when i.refund_status = 'SUCCESS' or i.late_success_seen_at is not null or m.state = 'CONFIRMED'
          then 'refunded' else 'request_accepted' end
        when 'DECLINED' then 'request_declined' when 'WITHDRAWN' then 'request_withdrawn' else 'gone' end as outcome
    from refund_requests r left join refund_intents i on i.id = r.intent_id
    left join manual_refunds m on m.id = r.intent_id where r.id = any($1::text[]::uuid[])`,
};
