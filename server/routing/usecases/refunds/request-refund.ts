import { err, ok, type Result } from "@/lib/result";
import { type JobOrigin, jobOrigin } from "@/server/platform/run-job";
import { batchStatements, eachAlone } from "@/server/platform/batch-statements";
import type { Clock } from "@/server/platform/clock";
import type { Db, Pool } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import type { IdSequence } from "../../domain/payments/ids";
import type { Payment } from "../../domain/payments/payment";
import { admitRefund, type Refund, type RefundRefused, type RefundTotals } from "../../domain/refunds/refund";
import { isDistributed } from "../../store/distributed";
import { lockPayment, lockPayments } from "../../store/payments/payments";
import { dueRefunds } from "../../store/refunds/due-refunds";
import {
  insertRefund,
  insertRefunds,
  refundTotals,
  refundTotalsOfSeveral,
} from "../../store/refunds/refunds";
import type { Deps } from "../deps";
import type { Remember } from "../idempotency";
import type { RefundRequest, RefundRequests, RequestRefundOutcome } from "./refund-requests";

type Wanted = Parameters<RefundRequests>[0] & { origin: JobOrigin };
type Around = { pool: Pool; clock: Clock; ids: IdSequence };

const MAX_ID_ATTEMPTS = 2_000;

/**
 * Accepts a refund as INITIATED (specification 4.4). The balance is checked under the payment's row lock, so concurrent
 * refunds of one payment wait for each other and never exceed it (failure 23). The refund, which is
 * due at once, and the stored response are one transaction.
 */
export function requestRefund(
  deps: Pick<Deps, "refundRequests">,
  merchantId: number,
  request: RefundRequest,
  remember: Remember<RequestRefundOutcome>,
): Promise<RequestRefundOutcome> {
  return deps.refundRequests({ merchantId, request, remember });
}

export function batchRefundRequests(pool: Pool, clock: Clock, ids: IdSequence): RefundRequests {
  const around = { pool, clock, ids };
  const accept = batchStatements<Wanted, RequestRefundOutcome>({
    one: (each) => acceptOne(around, each),
    many: async (wanted) => ((await isDistributed(pool)) ? eachAlone(wanted) : acceptMany(around, wanted)),
  });
  // Named here, because a batch runs in the context of one of its requests.
  return (wanted) => accept({ ...wanted, origin: jobOrigin() });
}

function acceptOne(around: Around, wanted: Wanted): Promise<RequestRefundOutcome> {
  const { merchantId, request, remember, origin } = wanted;
  return inTransaction(around.pool, async (db): Promise<RequestRefundOutcome> => {
    // Pipelined (0160): Postgres computes the sums only once it has granted the lock.
    const [payment, totals] = await Promise.all([
      lockPayment(db, merchantId, request.paymentId),
      refundTotals(db, merchantId, request.paymentId),
    ]);
    if (payment === null) return err({ kind: "payment_not_found" });
    const admitted = newRefund(payment, totals, request, around.clock.now());
    if (!admitted.ok) return admitted;

    const refund = await insertWithFreeId(around, db, admitted.value, origin);
    dueRefunds.areDue(db);
    const outcome = ok(refund);
    await remember(db, outcome);
    return outcome;
  });
}

/**
 * Decides the first request of each payment, if nobody else holds that payment. Null for the others, and for a refund
 * whose id is in use: `acceptOne` decides them.
 */
function acceptMany(around: Around, wanted: readonly Wanted[]): Promise<(RequestRefundOutcome | null)[]> {
  const { pool, clock, ids } = around;
  // The second of two requests of one payment is decided after the first one.
  const first = new Map(wanted.toReversed().map((each) => [keyOf(paymentOf(each)), each]));
  return inTransaction(pool, async (db) => {
    const payments = [...first.values()].map(paymentOf);
    const [locked, totals] = await Promise.all([
      lockPayments(db, payments),
      // Those of payments that are not locked are not used.
      refundTotalsOfSeveral(db, payments),
    ]);
    const totalsOf = new Map(totals.map((sums) => [keyOf(sums), sums.totals]));
    const outcomes = new Map<Wanted, RequestRefundOutcome>();
    const admitted: { each: Wanted; refund: Refund }[] = [];
    for (const payment of locked) {
      const each = first.get(keyOf(payment));
      const sums = totalsOf.get(keyOf(payment));
      if (each === undefined || sums === undefined) continue;
      const at = clock.now();
      const refund = newRefund(payment, sums, each.request, at);
      if (!refund.ok) outcomes.set(each, refund);
      else admitted.push({ each, refund: { id: nextId(ids, payment.merchantId, at), ...refund.value } });
    }
    const inserted = new Set(
      admitted.length === 0
        ? []
        : await insertRefunds(
            db,
            admitted.map(({ each, refund }) => ({ refund, origin: each.origin })),
          ),
    );
    const accepted = admitted.filter(({ refund }) => inserted.has(refund));
    if (accepted.length > 0) dueRefunds.areDue(db);
    await Promise.all(
      accepted.map(({ each, refund }) => {
        const outcome = ok(refund);
        outcomes.set(each, outcome);
        return each.remember(db, outcome);
      }),
    );
    return wanted.map((each) => outcomes.get(each) ?? null);
  });
}

const paymentOf = ({ merchantId, request }: Wanted): { merchantId: number; id: string } => ({
  merchantId,
  id: request.paymentId,
});

const keyOf = ({ merchantId, id }: { merchantId: number; id: string }): string => `${merchantId}:${id}`;

/** The refund that is written if the payment can be refunded by this amount; the caller holds the payment's row lock. */
function newRefund(
  payment: Payment,
  totals: RefundTotals,
  { amountPaise, reason }: RefundRequest,
  requestedAt: Date,
): Result<Omit<Refund, "id">, RefundRefused> {
  const admitted = admitRefund(payment, totals, amountPaise);
  if (!admitted.ok) return admitted;
  if (payment.gateway === null) throw new Error(`payment ${payment.id} is paid and names no gateway`);
  return ok({
    merchantId: payment.merchantId,
    kind: "refund",
    paymentId: payment.id,
    charge: null,
    reference: payment.reference,
    amountPaise,
    currency: payment.currency,
    status: "INITIATED",
    reason,
    gateway: payment.gateway,
    gatewayRefundId: null,
    isUnsent: true,
    requestedAt,
    completedAt: null,
    succeededLateAt: null,
    lateChanges: 0,
    failure: null,
  });
}

async function insertWithFreeId(
  { clock, ids }: Around,
  db: Db,
  requested: Omit<Refund, "id">,
  origin: JobOrigin,
): Promise<Refund> {
  for (let tries = 0; tries < MAX_ID_ATTEMPTS; tries += 1) {
    const refund = { id: nextId(ids, requested.merchantId, clock.now()), ...requested };
    if (await insertRefund(db, { refund, origin })) return refund;
  }
  throw new Error("no free refund id was found");
}

const nextId = (ids: IdSequence, merchantId: number, at: Date): string =>
  ids.next("RFD", merchantId, at.getTime());
