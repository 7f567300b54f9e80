import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { TransactionRecord } from "@/lib/contract/responses";
import type { Ctx } from "@/server/dashboard/context";
import { requestRefund } from "@/server/dashboard/refunds/commands/request-refund";
import { resolveRefundIntent } from "@/server/dashboard/refunds/jobs/resolve-refund-intent";
import type { Services } from "@/server/dashboard/runtime";
import type { Harness } from "./harness";
import { refundInput } from "./refund-input";

type Fields = { transactionId?: string; reference?: string; amountPaise?: bigint };

/** Stores a refund of unknown outcome, sent just now. Returns the id of its attempt. */
export async function insertUnknownRefund(
  { pool, clock, routing, actor }: Ctx,
  { transactionId = `TXN-${randomUUID()}`, reference = "ORD-1", amountPaise = 1_000n }: Fields = {},
): Promise<string> {
  const id = randomUUID();
  await pool.query("insert into refund_ledgers values ($1) on conflict do nothing", [transactionId]);
  await pool.query(
    `insert into refund_intents (id, transaction_id, reference, service_address, amount_paise, currency, requested_by,
       requested_at, state, sent_at)
     values ($1, $2, $3, $4, $5, 'INR', $6, $7, 'UNKNOWN', $7)`,
    [id, transactionId, reference, routing.serviceAddress, amountPaise, actor.userId, clock.now()],
  );
  return id;
}

/** Stores what the service answered to it in the end. */
export async function respondToRefund(
  { pool, clock }: Ctx,
  id: string,
  response: { status: "INITIATED" | "SUCCESS"; refundId: string },
): Promise<void> {
  await pool.query(
    `update refund_intents set state = 'ACCEPTED', answered_at = $2::timestamptz, refund_id = $4, refund_status = $3,
       completed_at = case when $3 = 'SUCCESS' then $2::timestamptz end where id = $1`,
    [id, clock.now(), response.status, response.refundId],
  );
}

/** A refund of 120.25 whose response is lost; `tookEffect` says whether the service made it. Returns the id of its attempt. */
export async function leaveUnknown(
  { service }: Harness,
  ctx: Ctx,
  payment: TransactionRecord,
  { tookEffect, confirmedDuplicates = [] }: { tookEffect: boolean; confirmedDuplicates?: string[] },
): Promise<string> {
  const input = refundInput(payment, { confirmedDuplicates });
  service.next("refund_initiate", { kind: "drop", when: tookEffect ? "after" : "before" });
  expect((await requestRefund(ctx, input)).kind).toBe("unknown");
  return input.intentId;
}

/** A try to resolve an unknown refund that is not the first one, and so also searches for it. */
export async function resolveAgain(services: Services, intentId: string): Promise<void> {
  await services.pool.query(
    `insert into refund_resolutions as r (intent_id, tries) select id, 1 from refund_intents where id = $1
     on conflict (intent_id) do update set tries = greatest(r.tries, 1)`,
    [intentId],
  );
  await resolveRefundIntent(services, intentId);
}
