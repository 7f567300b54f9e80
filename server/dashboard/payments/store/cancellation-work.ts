import type { WorkSource } from "../../queues/domain";

/** A payment can be paid for a day, and some gateways report later. */
const LISTED_FOR = "interval '7 days'";

/** The newest attempt decides: a later cancellation that was answered resolves this one. */
const IS_NEWER = "n.transaction_id = c.transaction_id and (n.requested_at, n.id) > (c.requested_at, c.id)";

/** Cancellations of unknown outcome, as work for ops: look at the payment, which shows the outcome. */
export const CANCELLATION_WORK: WorkSource = {
  open: `
    select c.id::text as item_id, 'cancel_unknown' as condition, 'ops' as team, 'unknown' as mark, c.requested_at as since,
      c.reference, c.transaction_id, null::bigint as amount_paise, null::text as currency, false as is_test,
      p.name as who, null::text as why, '{}'::uuid[] as not_for
    from cancellations c join people p on p.id = c.requested_by
    where c.state = 'unknown' and c.requested_at > $1::timestamptz - ${LISTED_FOR}
      and not exists (select from cancellations n where ${IS_NEWER})`,
  ended: `
    select c.id::text as item_id,
      case when exists (select from cancellations n where ${IS_NEWER}) then 'cancel_resolved' else 'gone' end as outcome
    from cancellations c where c.id = any($1::text[]::uuid[])`,
};
