import type { WorkSource } from "../../queues/domain";
import { AGEING_AFTER_MS } from "../domain/refund-filter";
import { UNDER_WAY } from "./refund-conditions";

/** Refunds that need attention, as work for finance: of unknown outcome, or in progress for too long. */
export const REFUND_WORK: WorkSource = {
  open: `
    select i.id::text as item_id, case i.state when 'UNKNOWN' then 'refund_unknown' else 'refund_late' end as condition,
      'finance' as team, case i.state when 'UNKNOWN' then 'unknown' else 'late' end as mark, i.requested_at as since,
      i.reference, i.transaction_id, i.amount_paise, i.currency, i.is_test, p.name as who, null::text as why,
      '{}'::uuid[] as not_for
    from refund_intents i join people p on p.id = i.requested_by
    where (i.state = 'UNKNOWN'
      or (${UNDER_WAY} and i.requested_at < $1::timestamptz - interval '${String(AGEING_AFTER_MS)} ms'))`,
  ended: `
    select i.id::text as item_id,
      case i.state when 'REFUSED' then 'refund_refused' when 'NOT_SENT' then 'refund_not_sent'
        when 'ACCEPTED' then case i.refund_status when 'SUCCESS' then 'refunded' when 'FAILURE' then
          case when i.late_success_seen_at is null then 'refund_failed' else 'refunded' end
          else 'refund_in_progress' end
        else 'gone' end as outcome
    from refund_intents i where i.id = any($1::text[]::uuid[])`,
};
