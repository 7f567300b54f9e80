import { randomUUID } from "node:crypto";
import type { WebhookDeliveryStatus, WebhookError } from "@/lib/contract/webhook-constants";
import type { JobOrigin } from "@/server/platform/run-job";
import { checkedOnRow } from "@/server/platform/checked-on-row";
import { type Db, prepared } from "@/server/platform/pool";

/** A delivery that only one worker may send until its lease ends. */
export type ClaimedDelivery = {
  id: string;
  lease: string;
  tries: number;
  body: string;
  /** The request that caused the event, for the log; null for a test and for one that was replayed. */
  origin: JobOrigin | null;
};

/** `isBusy`: the endpoint has its maximum number of requests in progress now. */
type Claim = { claimed: ClaimedDelivery[]; isBusy: boolean };

const FIND_DUE = prepared(
  `select (select array_agg(id order by place, next_attempt_at) from (${nextDue(true)} union all ${nextDue(false)}) found) as due,
     (select count(*)::integer from webhook_deliveries
      where merchant_id = $1 and endpoint_id = $2 and lease is not null and leased_until > statement_timestamp()) as in_flight`,
);
const CLAIM_DELIVERIES = prepared(
  `update webhook_deliveries set lease = $4, leased_until = statement_timestamp() + $3 * interval '1 millisecond'
   where merchant_id = $1 and id = any($2::text[]) returning id, lease, tries, body, origin`,
);

/**
 * Claims the next due deliveries of an endpoint, at most `limit`: those that a person replayed, then those that are due longest. An
 * expired lease is from a dead process, and its delivery is sent again. Leases end by the database's clock (decision 0264). The caller holds the endpoint's lock, which keeps
 * the count of requests in progress right.
 */
export async function claimDueDeliveries(
  db: Db,
  merchantId: number,
  endpointId: string,
  terms: { now: Date; leaseMs: number; maxInFlight: number; limit: number },
): Promise<Claim> {
  const atOnce = Math.min(terms.limit, terms.maxInFlight);
  const { rows } = await db.query<{ due: string[] | null; in_flight: number }>({
    ...FIND_DUE,
    values: [merchantId, endpointId, terms.now, atOnce],
  });
  const due = rows[0]?.due ?? [];
  const room = Math.max(0, terms.maxInFlight - (rows[0]?.in_flight ?? 0));
  const ids = due.slice(0, Math.min(atOnce, room));
  const isBusy = due.length > 0 && ids.length === room;
  if (ids.length === 0) return { claimed: [], isBusy };
  const claimed = await db.query<ClaimedDelivery>({
    ...CLAIM_DELIVERIES,
    values: [merchantId, ids, terms.leaseMs, randomUUID()],
  });
  const found = new Map(claimed.rows.map((row) => [row.id, row]));
  return { claimed: ids.flatMap((id) => found.get(id) ?? []), isBusy };
}

function nextDue(byHand: boolean): string {
  return `(select id, next_attempt_at, ${byHand ? 0 : 1} as place from webhook_deliveries
    where merchant_id = $1 and endpoint_id = $2 and status = 'WAITING' and by_hand = ${byHand}
      and next_attempt_at <= $3 and (leased_until is null or leased_until <= statement_timestamp())
    order by next_attempt_at limit $4)`;
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

/** An attempt at a claimed delivery, and what becomes of the delivery after it. */
export type AttemptToSave = {
  claimed: Pick<ClaimedDelivery, "id" | "lease">;
  attempt: WebhookAttempt;
  next: { status: WebhookDeliveryStatus; nextAttemptAt: Date | null; completedAt: Date | null };
  /** The delivery has all its attempts again, as after a replay. */
  startsOver?: boolean;
};

// Two statements: a Citus sends each to the merchant's node alone, and one of two parts to every node.
const SAVE_DELIVERIES = prepared(
  `update webhook_deliveries d
   set status = a.status, next_attempt_at = coalesce(a.next_attempt_at, d.next_attempt_at), completed_at = a.completed_at,
     attempts = d.attempts + 1, tries = case when a.starts_over then 0 else d.tries + 1 end, by_hand = false, lease = null, leased_until = null,
     last_attempt_at = a.at, last_response_status = a.response_status, last_error = a.error,
     origin = case when a.completed_at is null then d.origin end
   from unnest($2::text[], $3::uuid[], $4::text[], $5::timestamptz[], $6::timestamptz[], $7::timestamptz[], $8::integer[], $9::text[], $10::boolean[])
     as a (id, lease, status, next_attempt_at, completed_at, at, response_status, error, starts_over)
   where d.merchant_id = $1 and d.id = a.id and ${checkedOnRow("d.lease = a.lease")}
   returning d.id, a.lease, d.attempts`,
);
const INSERT_ATTEMPTS = prepared(
  `insert into webhook_attempts (merchant_id, delivery_id, number, url, started_at, duration_ms, request_headers,
     response_status, response_headers, response_body, response_body_is_cut, error, error_message)
   select $1::integer, a.* from unnest($2::text[], $3::integer[], $4::text[], $5::timestamptz[], $6::integer[], $7::jsonb[],
     $8::integer[], $9::jsonb[], $10::text[], $11::boolean[], $12::text[], $13::text[]) as a`,
);

/**
 * Saves attempts and the new status of their deliveries, in the caller's transaction. Returns those whose delivery was still
 * leased to their sender: another worker has claimed the others, and only its attempts count.
 */
export async function saveAttempts<Attempt extends AttemptToSave>(
  db: Db,
  merchantId: number,
  all: readonly Attempt[],
): Promise<Attempt[]> {
  const saved = await db.query<{ id: string; lease: string; attempts: number }>({
    ...SAVE_DELIVERIES,
    values: [
      merchantId,
      all.map(({ claimed }) => claimed.id),
      all.map(({ claimed }) => claimed.lease),
      all.map(({ next }) => next.status),
      all.map(({ next }) => next.nextAttemptAt),
      all.map(({ next }) => next.completedAt),
      all.map(({ attempt }) => attempt.startedAt),
      all.map(({ attempt }) => responseOf(attempt)?.status ?? null),
      all.map(({ attempt }) => failureOf(attempt)?.error ?? null),
      all.map(({ startsOver }) => startsOver ?? false),
    ],
  });
  // A process that stood still for longer than a lease may have an earlier attempt at the same delivery.
  const claimOf = ({ id, lease }: { id: string; lease: string }): string => `${id} ${lease}`;
  const numbers = new Map(saved.rows.map((row) => [claimOf(row), row.attempts]));
  const ours = all.filter(({ claimed }) => numbers.has(claimOf(claimed)));
  if (ours.length === 0) return [];
  await db.query({
    ...INSERT_ATTEMPTS,
    values: [
      merchantId,
      ours.map(({ claimed }) => claimed.id),
      ours.map(({ claimed }) => numbers.get(claimOf(claimed))),
      ours.map(({ attempt }) => attempt.url),
      ours.map(({ attempt }) => attempt.startedAt),
      ours.map(({ attempt }) => attempt.durationMs),
      ours.map(({ attempt }) => JSON.stringify(attempt.requestHeaders)),
      ours.map(({ attempt }) => responseOf(attempt)?.status ?? null),
      ours.map(({ attempt }) => headersOf(responseOf(attempt))),
      ours.map(({ attempt }) => responseOf(attempt)?.body ?? null),
      ours.map(({ attempt }) => responseOf(attempt)?.bodyIsCut ?? null),
      ours.map(({ attempt }) => failureOf(attempt)?.error ?? null),
      ours.map(({ attempt }) => failureOf(attempt)?.message ?? null),
    ],
  });
  return ours;
}

type Answered = Extract<WebhookAttempt["result"], { kind: "answered" }>;
type Unanswered = Extract<WebhookAttempt["result"], { kind: "unanswered" }>;

const responseOf = ({ result }: WebhookAttempt): Answered | null =>
  result.kind === "answered" ? result : null;
const failureOf = ({ result }: WebhookAttempt): Unanswered | null =>
  result.kind === "unanswered" ? result : null;
const headersOf = (response: Answered | null): string | null =>
  response === null ? null : JSON.stringify(response.headers);

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
