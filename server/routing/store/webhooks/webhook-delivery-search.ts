import type { WebhookDeliveryStatus, WebhookEvent } from "@/lib/contract/webhook-constants";
import type { Db } from "@/server/platform/pool";
import { isDistributed } from "../distributed";
import type { WebhookDelivery } from "../../domain/webhooks/webhook-delivery";
import { type DeliveryRow, fromRow, SHOWN_COLUMNS } from "./webhook-delivery-row";
import { firstDeliveryId } from "./webhook-fan-out";

export type DeliveryFilter = {
  endpointId: string | null;
  paymentId: string | null;
  reference: string | null;
  status: WebhookDeliveryStatus | null;
  event: WebhookEvent | null;
  from: Date | null;
  until: Date | null;
  /** Pending deliveries only: true for those whose last attempt failed, false for the others. */
  isRetrying: boolean | null;
  /** True: only what waits for an endpoint that is paused at `now`. False: everything but that. */
  isQueued: boolean | null;
};

type DeliverySearch = DeliveryFilter & { now: Date; beforeId: string | null; limit: number };

/**
 * Newest first; `beforeId` is the last id of the previous page. A time span is searched by id, which begins with the
 * time in milliseconds: every index of the log ends with the id.
 */
export async function searchWebhookDeliveries(
  db: Db,
  merchantId: number,
  search: DeliverySearch,
): Promise<WebhookDelivery[]> {
  const statementOf = await formOf(db, search);
  const { text, values } = statementOf(merchantId, search);
  const { rows } = await db.query<DeliveryRow>(text, values);
  return rows.map(fromRow);
}

async function formOf(db: Db, { isRetrying, isQueued }: DeliverySearch): Promise<typeof searchAll> {
  if (isRetrying === null && isQueued === null) return searchAll;
  return (await isDistributed(db)) ? searchRows : searchByEndpoint;
}

type Statement = { text: string; values: unknown[] };

const OTHER_FILTERS = `($3::text is null or payment_id = $3)
  and ($4::text is null or merchant_transaction_id = $4)
  and ($6::text is null or event = $6)
  and ($9::text is null or id < $9)
  and ($7::timestamptz is null or id >= ${firstDeliveryId("$7::timestamptz")})
  and ($8::timestamptz is null or id < ${firstDeliveryId("$8::timestamptz")})`;

const valuesOf = (merchantId: number, search: DeliverySearch): unknown[] => [
  merchantId,
  search.endpointId,
  search.paymentId,
  search.reference,
  search.status,
  search.event,
  search.from,
  search.until,
  search.beforeId,
  search.limit,
];

function searchAll(merchantId: number, search: DeliverySearch): Statement {
  return {
    text: `select ${SHOWN_COLUMNS} from webhook_deliveries
     where merchant_id = $1 and ($2::text is null or endpoint_id = $2) and ($5::text is null or status = $5)
       and ${OTHER_FILTERS}
     order by id desc limit $10`,
    values: valuesOf(merchantId, search),
  };
}

/**
 * The index `webhook_deliveries_waiting` has this too: whether the last attempt failed. A replay of a delivered one is
 * not a retry.
 */
const PROGRESS = `(case when attempts > 0 and (last_response_status is null or last_response_status not between 200 and 299)
  then 'RETRYING' else 'NEW' end)`;

/**
 * Reads at most a page for each endpoint, of which there are few, and for each final status: a backlog of thousands
 * behind a paused endpoint is neither read nor skipped row by row. Deliveries of a deleted endpoint become dead letters
 * within seconds, and are not found while they are pending.
 */
function searchByEndpoint(merchantId: number, search: DeliverySearch): Statement {
  const pending = `select d.* from webhook_endpoints e
     cross join unnest(array['NEW', 'RETRYING']) as progress (name)
     cross join lateral (
       select ${SHOWN_COLUMNS} from webhook_deliveries
       where merchant_id = $1 and endpoint_id = e.id and status = 'WAITING' and ${PROGRESS} = progress.name
         and ${OTHER_FILTERS}
       order by id desc limit $10) d
     where e.merchant_id = $1 and ($2::text is null or e.id = $2) and ($5::text is null or $5 = 'WAITING')
       and ($11::text is null or progress.name = $11)
       and ($12::boolean is null or coalesce(e.held_until > $13, false) = $12)`;
  const final = `select d.* from unnest(array['DELIVERED', 'FAILED', 'SET_ASIDE']) as final (status)
     cross join lateral (
       select ${SHOWN_COLUMNS} from webhook_deliveries
       where merchant_id = $1 and ($2::text is null or endpoint_id = $2) and status = final.status
         and ${OTHER_FILTERS}
       order by id desc limit $10) d
     where $5::text is null or final.status = $5`;
  const onlyPending = search.isRetrying !== null || search.isQueued === true;
  return {
    text: `select * from (${onlyPending ? pending : `${pending} union all ${final}`}) found order by id desc limit $10`,
    values: [...valuesOf(merchantId, search), progressOf(search), search.isQueued, search.now],
  };
}

const progressOf = ({ isRetrying }: DeliverySearch): string | null =>
  isRetrying === null ? null : isRetrying ? "RETRYING" : "NEW";

/** The statement for a Citus (decision 0393), which cannot limit each part: reads what is skipped, too. */
function searchRows(merchantId: number, search: DeliverySearch): Statement {
  return {
    text: `select ${SHOWN_COLUMNS} from webhook_deliveries
     where merchant_id = $1 and ($2::text is null or endpoint_id = $2) and ($5::text is null or status = $5)
       and ($11::text is null or (status = 'WAITING' and ${PROGRESS} = $11))
       and ($12::boolean is null or $12 = (status = 'WAITING'
         and endpoint_id in (select id from webhook_endpoints where merchant_id = $1 and held_until > $13)))
       and ${OTHER_FILTERS}
     order by id desc limit $10`,
    values: [...valuesOf(merchantId, search), progressOf(search), search.isQueued, search.now],
  };
}

/** Deliveries that wait for each endpoint that is paused at `now`, counted up to `limit`. */
export async function countQueuedDeliveries(
  db: Db,
  merchantId: number,
  now: Date,
  limit: number,
): Promise<Map<string, number>> {
  const { rows } = await db.query<{ id: string; queued: number }>(
    `select e.id, counted.queued from webhook_endpoints e
     cross join lateral (
       select count(*)::integer as queued from (
         select from webhook_deliveries
         where merchant_id = e.merchant_id and endpoint_id = e.id and status = 'WAITING' limit $3) waiting) counted
     where e.merchant_id = $1 and e.enabled and e.held_until > $2`,
    [merchantId, now, limit],
  );
  return new Map(rows.map(({ id, queued }) => [id, queued]));
}
