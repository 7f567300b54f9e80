import type { WebhookDeliveryStatus, WebhookEvent } from "@/lib/contract/webhook-constants";
import type { Db } from "@/server/platform/pool";
import type { WebhookDelivery } from "../../domain/webhooks/webhook-delivery";
import { COLUMNS, type DeliveryRow, fromRow, SHOWN_COLUMNS } from "./webhook-delivery-row";
import { deliveryId } from "./webhook-fan-out";

/** Inserts a test delivery, which is sent before scheduled ones. */
export async function insertTestDelivery(
  db: Db,
  merchantId: number,
  test: { endpointId: string; event: WebhookEvent; at: Date; body: string },
): Promise<WebhookDelivery> {
  const { rows } = await db.query<DeliveryRow>(
    `insert into webhook_deliveries (merchant_id, id, endpoint_id, event, occurred_at, body, next_attempt_at, by_hand)
     values ($1, ${deliveryId("$4::timestamptz")}, $2, $3, $4, $5, $4, true)
     returning ${COLUMNS}`,
    [merchantId, test.endpointId, test.event, test.at, test.body],
  );
  if (rows[0] === undefined) throw new Error("a test delivery was not written");
  return fromRow(rows[0]);
}

export async function findWebhookDelivery(
  db: Db,
  merchantId: number,
  id: string,
): Promise<{ delivery: WebhookDelivery; body: string } | null> {
  const { rows } = await db.query<DeliveryRow & { body: string }>(
    `select ${SHOWN_COLUMNS}, body from webhook_deliveries where merchant_id = $1 and id = $2`,
    [merchantId, id],
  );
  const [row] = rows;
  return row === undefined ? null : { delivery: fromRow(row), body: row.body };
}

/** Restarts a delivery's retry schedule, ahead of the others. The caller holds the endpoint's lock. */
export async function replayDelivery(
  db: Db,
  merchantId: number,
  id: string,
  at: Date,
): Promise<WebhookDelivery | null> {
  const { rows } = await db.query<DeliveryRow>(
    `update webhook_deliveries
     set status = 'WAITING', completed_at = null, tries = 0, next_attempt_at = $3, by_hand = true
     where merchant_id = $1 and id = $2 returning ${COLUMNS}`,
    [merchantId, id, at],
  );
  return rows[0] === undefined ? null : fromRow(rows[0]);
}

type ReplayRange = {
  endpointId: string;
  from: Date;
  until: Date;
  statuses: readonly WebhookDeliveryStatus[];
};

/** The number of deliveries in a range, counted up to `limit`. */
export async function countRange(
  db: Db,
  merchantId: number,
  range: ReplayRange,
  limit: number,
): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::integer as count from (
       select from webhook_deliveries
       where merchant_id = $1 and endpoint_id = $2 and occurred_at >= $3 and occurred_at < $4
         and status = any($5::text[]) limit $6) counted`,
    [merchantId, range.endpointId, range.from, range.until, range.statuses, limit],
  );
  return rows[0]?.count ?? 0;
}

/**
 * Restarts the retry schedules of a range, oldest event first, one every `spacingMs`. The caller holds the endpoint's
 * lock.
 */
export async function replayRange(
  db: Db,
  merchantId: number,
  range: ReplayRange,
  start: { at: Date; spacingMs: number },
): Promise<number> {
  const replayed = await db.query(
    `with ranked as (
       select id, $6::timestamptz + (row_number() over (order by occurred_at, id) - 1) * $7 * interval '1 millisecond' as at
       from webhook_deliveries
       where merchant_id = $1 and endpoint_id = $2 and occurred_at >= $3 and occurred_at < $4
         and status = any($5::text[]))
     update webhook_deliveries d
     set status = 'WAITING', completed_at = null, tries = 0, by_hand = false,
       next_attempt_at = ranked.at
     from ranked where d.merchant_id = $1 and d.id = ranked.id`,
    [merchantId, range.endpointId, range.from, range.until, range.statuses, start.at, start.spacingMs],
  );
  return replayed.rowCount ?? 0;
}

/** Makes pending deliveries of a disabled or deleted endpoint dead letters, at most `limit`; returns the number. */
export async function setDeliveriesAside(
  db: Db,
  merchantId: number,
  endpointId: string,
  at: Date,
  limit: number,
): Promise<number> {
  const aside = await db.query(
    `update webhook_deliveries set status = 'SET_ASIDE', completed_at = $3, lease = null, leased_until = null
     where merchant_id = $1 and id in (
       select id from webhook_deliveries
       where merchant_id = $1 and endpoint_id = $2 and status = 'WAITING' and (lease is null or leased_until <= now())
       limit $4)`,
    [merchantId, endpointId, at, limit],
  );
  return aside.rowCount ?? 0;
}

/** Deletes log entries from before `before`, at most `limit` deliveries with their attempts. */
export async function pruneWebhookDeliveries(db: Db, before: Date, limit: number): Promise<number> {
  const pruned = await db.query(
    `delete from webhook_deliveries where (merchant_id, id) in (
       select merchant_id, id from webhook_deliveries where occurred_at < $1 order by occurred_at limit $2)`,
    [before, limit],
  );
  return pruned.rowCount ?? 0;
}
