import { announceDue } from "@/server/platform/due-rows/announce-due";
import { type Db, prepared } from "@/server/platform/pool";
import { afterCommit } from "@/server/platform/transaction";
import { STRUGGLING_FROM_FAILURES } from "../../domain/webhooks/webhook-endpoint";
import { isDistributed } from "../distributed";

export type EndpointKey = { merchantId: number; endpointId: string };

/** A delivery is its own job: while it waits, senders find it by `next_attempt_at` (decision 0404). */
export const WEBHOOK_DELIVERIES = "webhook_deliveries";

/** Wakes the senders, once the transaction has committed. */
export function webhooksAreDue(db: Db): void {
  afterCommit(db, WEBHOOK_DELIVERIES, (pool) => announceDue(pool, WEBHOOK_DELIVERIES));
}

/** Steps from endpoint to endpoint through the index of what waits, and never reads a whole backlog. */
const WAITING = `with recursive waiting as (
     (select merchant_id, endpoint_id from webhook_deliveries where status = 'WAITING'
      order by merchant_id, endpoint_id limit 1)
     union all
     select further.merchant_id, further.endpoint_id from waiting w, lateral (
       select d.merchant_id, d.endpoint_id from webhook_deliveries d
       where d.status = 'WAITING' and (d.merchant_id, d.endpoint_id) > (w.merchant_id, w.endpoint_id)
       order by d.merchant_id, d.endpoint_id limit 1) further)`;
const OF_LANE = `select w.merchant_id as "merchantId", w.endpoint_id as "endpointId" from waiting w
   left join webhook_endpoints e on e.merchant_id = w.merchant_id and e.id = w.endpoint_id`;
const MAY_BE_SENT_TO = `(e.enabled is true and e.consecutive_failures >= ${STRUGGLING_FROM_FAILURES}) = $2
     and (e.enabled is not true or e.held_until is null or e.held_until <= $1)`;
const IS_DUE = `d.merchant_id = w.merchant_id and d.endpoint_id = w.endpoint_id and d.status = 'WAITING'
       and d.next_attempt_at <= case when e.enabled is true then $1 else 'infinity'::timestamptz end
       and (d.leased_until is null or d.leased_until <= now())`;
/** One of these of each endpoint, in the order of the index, so that the planner reads no backlog to find it. */
const firstDue = (byHand: boolean): string =>
  `(select from webhook_deliveries d where ${IS_DUE} and d.by_hand = ${byHand} order by d.next_attempt_at limit 1)`;
// The order is random: when more endpoints are due than a look returns, each must have its turn.
const FIND_DUE = prepared(
  `${WAITING} ${OF_LANE}, lateral (${firstDue(true)} union all ${firstDue(false)} limit 1) due
   where ${MAY_BE_SENT_TO} order by random() limit $3`,
);
/** Where each node has some merchants' rows there are no such steps: each reads its part of the backlog. */
const FIND_DUE_DISTRIBUTED = prepared(
  `with waiting as (select distinct merchant_id, endpoint_id from webhook_deliveries where status = 'WAITING') ${OF_LANE}
   where ${MAY_BE_SENT_TO} and exists (select from webhook_deliveries d where ${IS_DUE} and d.by_hand in (true, false)) limit $3`,
);

/**
 * Endpoints of all merchants with a delivery that may be sent at `now`, and deleted or disabled ones with deliveries to be set
 * aside. At most `limit`.
 */
export async function findDueEndpoints(
  db: Db,
  { now, isStruggling, limit }: { now: Date; isStruggling: boolean; limit: number },
): Promise<EndpointKey[]> {
  const { rows } = await db.query<EndpointKey>({
    ...((await isDistributed(db)) ? FIND_DUE_DISTRIBUTED : FIND_DUE),
    values: [now, isStruggling, limit],
  });
  return rows;
}
