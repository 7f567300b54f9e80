import { randomUUID } from "node:crypto";
import type { WebhookDeliveryStatus, WebhookError } from "@/lib/contract/webhook-constants";
import { checkedOnRow } from "@/server/platform/checked-on-row";
import { type Db, prepared } from "@/server/platform/pool";

/** A delivery that only one worker may send until its lease ends. */
export type ClaimedDelivery = { id: string; lease: string; tries: number; body: string };

export type Claim =
  | { kind: "claimed"; delivery: ClaimedDelivery }
  /** A delivery is due, but the endpoint already has its maximum number of requests in progress. */
  | { kind: "busy" }
  | { kind: "nothing_due" };

const CLAIM_DELIVERY = prepared(
  `update webhook_deliveries set lease = $5, leased_until = $3::timestamptz + $4 * interval '1 millisecond'
   where merchant_id = $1 and id = $2 returning lease, tries, body`,
);

/**
 * Claims the next due delivery of an endpoint: one that a person replayed, else the one that is due longest. An expired
 * lease is from a dead process, and its delivery is sent again. The caller holds the endpoint's lock, which keeps the
 * count of requests in progress right.
 */
export async function claimDueDelivery(
  db: Db,
  merchantId: number,
  endpointId: string,
  terms: { now: Date; leaseMs: number; maxInFlight: number },
): Promise<Claim> {
  const { rows } = await db.query<{ due: string | null; in_flight: number }>(
    `select coalesce(${nextDue(true)}, ${nextDue(false)}) as due,
       (select count(*)::integer from webhook_deliveries
        where merchant_id = $1 and endpoint_id = $2 and lease is not null and leased_until > $3) as in_flight`,
    [merchantId, endpointId, terms.now],
  );
  const due = rows[0]?.due ?? null;
  if (due === null) return { kind: "nothing_due" };
  if ((rows[0]?.in_flight ?? 0) >= terms.maxInFlight) return { kind: "busy" };
  const claimed = await db.query<{ lease: string; tries: number; body: string }>({
    ...CLAIM_DELIVERY,
    values: [merchantId, due, terms.now, terms.leaseMs, randomUUID()],
  });
  const [row] = claimed.rows;
  if (row === undefined) throw new Error(`webhook delivery ${due} vanished under its endpoint's lock`);
  return { kind: "claimed", delivery: { id: due, ...row } };
}

function nextDue(byHand: boolean): string {
  return `(select id from webhook_deliveries
    where merchant_id = $1 and endpoint_id = $2 and status = 'WAITING' and by_hand = ${byHand}
      and next_attempt_at <= $3 and (leased_until is null or leased_until <= $3)
    order by next_attempt_at limit 1)`;
}

/** When the endpoint's next delivery is due, or the lease of one in progress ends; null when none is pending. */
export async function nextDueAt(db: Db, merchantId: number, endpointId: string): Promise<Date | null> {
  const { rows } = await db.query<{ at: Date | null }>(
    `select least(
       (select min(next_attempt_at) from webhook_deliveries
        where merchant_id = $1 and endpoint_id = $2 and status = 'WAITING' and by_hand = true and lease is null),
       (select min(next_attempt_at) from webhook_deliveries
        where merchant_id = $1 and endpoint_id = $2 and status = 'WAITING' and by_hand = false and lease is null),
       (select min(leased_until) from webhook_deliveries
        where merchant_id = $1 and endpoint_id = $2 and lease is not null)) as at`,
    [merchantId, endpointId],
  );
  return rows[0]?.at ?? null;
}

/** One request and its response, as logged. */
export type WebhookAttempt = {
  url: string;
  startedAt: Date;
  durationMs: number;
  requestHeaders: Readonly<Record<string, string>>;
  result:
    | {
        kind: "answered";
        status: number;
        headers: Readonly<Record<string, string>>;
        body: string;
        bodyIsCut: boolean;
      }
    | { kind: "unanswered"; error: WebhookError; message: string };
};
export type LoggedAttempt = WebhookAttempt & { number: number };

// Two statements: a Citus sends each to the merchant's node alone, and one of two parts to every node.
const SAVE_DELIVERY = prepared(
  `update webhook_deliveries
   set status = $4, next_attempt_at = coalesce($5, next_attempt_at), completed_at = $6, attempts = attempts + 1,
     tries = tries + 1, by_hand = false, lease = null, leased_until = null, last_attempt_at = $7,
     last_response_status = $8, last_error = $9
   where merchant_id = $1 and id = $2 and ${checkedOnRow("lease = $3")}
   returning attempts`,
);
const INSERT_ATTEMPT = prepared(
  `insert into webhook_attempts (merchant_id, delivery_id, number, url, started_at, duration_ms, request_headers,
     response_status, response_headers, response_body, response_body_is_cut, error, error_message)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
);

/**
 * Saves an attempt and the delivery's new status, in the caller's transaction. False when the lease was lost: another worker has claimed the
 * delivery, and only its attempt counts.
 */
export async function saveAttempt(
  db: Db,
  merchantId: number,
  claimed: ClaimedDelivery,
  attempt: WebhookAttempt,
  next: { status: WebhookDeliveryStatus; nextAttemptAt: Date | null; completedAt: Date | null },
): Promise<boolean> {
  const { result } = attempt;
  const answer = result.kind === "answered" ? result : null;
  const failure = result.kind === "unanswered" ? result : null;
  const saved = await db.query<{ attempts: number }>({
    ...SAVE_DELIVERY,
    values: [
      merchantId,
      claimed.id,
      claimed.lease,
      next.status,
      next.nextAttemptAt,
      next.completedAt,
      attempt.startedAt,
      answer?.status ?? null,
      failure?.error ?? null,
    ],
  });
  const [delivery] = saved.rows;
  if (delivery === undefined) return false;
  await db.query({
    ...INSERT_ATTEMPT,
    values: [
      merchantId,
      claimed.id,
      delivery.attempts,
      attempt.url,
      attempt.startedAt,
      attempt.durationMs,
      JSON.stringify(attempt.requestHeaders),
      answer?.status ?? null,
      answer === null ? null : JSON.stringify(answer.headers),
      answer?.body ?? null,
      answer?.bodyIsCut ?? null,
      failure?.error ?? null,
      failure?.message ?? null,
    ],
  });
  return true;
}

type AttemptRow = {
  number: number;
  url: string;
  started_at: Date;
  duration_ms: number;
  request_headers: Record<string, string>;
  response_status: number | null;
  response_headers: Record<string, string> | null;
  response_body: string | null;
  response_body_is_cut: boolean | null;
  error: WebhookError | null;
  error_message: string | null;
};

/** The last `limit` attempts of a delivery, in order. */
export async function attemptsOfDelivery(
  db: Db,
  merchantId: number,
  deliveryId: string,
  limit: number,
): Promise<LoggedAttempt[]> {
  const { rows } = await db.query<AttemptRow>(
    `select number, url, started_at, duration_ms, request_headers, response_status, response_headers, response_body,
       response_body_is_cut, error, error_message
     from webhook_attempts where merchant_id = $1 and delivery_id = $2 order by number desc limit $3`,
    [merchantId, deliveryId, limit],
  );
  return rows.map(attemptFromRow).reverse();
}

function attemptFromRow(row: AttemptRow): LoggedAttempt {
  return {
    number: row.number,
    url: row.url,
    startedAt: row.started_at,
    durationMs: row.duration_ms,
    requestHeaders: row.request_headers,
    result:
      row.error === null
        ? {
            kind: "answered",
            status: row.response_status ?? 0,
            headers: row.response_headers ?? {},
            body: row.response_body ?? "",
            bodyIsCut: row.response_body_is_cut ?? false,
          }
        : { kind: "unanswered", error: row.error, message: row.error_message ?? "" },
  };
}
