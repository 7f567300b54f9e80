import { announceDue } from "@/server/platform/announce-jobs";
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
/** Where each node has some merchants' rows there are no such steps: each reads its part of the backlog. */
const WAITING_DISTRIBUTED = `with waiting as (
     select distinct merchant_id, endpoint_id from webhook_deliveries where status = 'WAITING')`;
const OF_LANE = `select w.merchant_id as "merchantId", w.endpoint_id as "endpointId" from waiting w
   left join webhook_endpoints e on e.merchant_id = w.merchant_id and e.id = w.endpoint_id
   where (e.enabled is true and e.consecutive_failures >= ${STRUGGLING_FROM_FAILURES}) = $2
     and (e.enabled is not true or e.held_until is null or e.held_until <= $1)
     and exists (
       select from webhook_deliveries d
       where d.merchant_id = w.merchant_id and d.endpoint_id = w.endpoint_id and d.status = 'WAITING'
         and d.by_hand in (true, false) and (e.enabled is not true or d.next_attempt_at <= $1)
         and (d.leased_until is null or d.leased_until <= $1))
   limit $3`;
const FIND_DUE = prepared(`${WAITING} ${OF_LANE}`);
const FIND_DUE_DISTRIBUTED = prepared(`${WAITING_DISTRIBUTED} ${OF_LANE}`);

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
