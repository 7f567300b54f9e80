import {
  earlierPeriod,
  FIRST,
  type Place,
  type Position,
  type Visited,
} from "../../domain/reconciliation/run";
import { readReversalId } from "../../domain/refunds/refund";
import { findingsToRecheck } from "../../store/reconciliation/finding-lists";
import type { RecordKey } from "../../store/reconciliation/finding-rows";
import {
  type CompareScope,
  paidPaymentsToCompare,
  paymentsToCompare,
  refundsToCompare,
} from "../../store/reconciliation/records-to-compare";
import type { Deps } from "../deps";

/**
 * `runId` null: a walk that stores nothing, and so has no earlier findings to compare again. `earlier`: after which place the payments
 * of the days before are walked at the end; null: they are not.
 */
type WalkScope = CompareScope & { runId: bigint | null; earlier: Pick<Place, "after"> | null };

/** A record to visit, and the position after it. */
export type Step = { key: RecordKey; counts: keyof Visited; next: Position };
/** The steps of a batch, and the position after all of them. */
export type Batch = { steps: Step[]; next: Position };

const BATCH = 100;

/** The records after a position: payments, refunds with reversals, those of older findings, then payments that were paid before. */
export async function nextBatch(deps: Deps, scope: WalkScope, position: Position): Promise<Batch> {
  switch (position.phase) {
    case "payment":
    case "refund":
      return "earlier" in position
        ? nextEarlier(deps, scope, position.earlier)
        : nextRecords(deps, scope, position.phase, position.place);
    case "finding":
      return nextFindings(deps, scope, position.afterId);
    case "end":
      return { steps: [], next: position };
  }
}

async function nextRecords(
  deps: Deps,
  scope: WalkScope,
  phase: "payment" | "refund",
  place: Place | undefined,
): Promise<Batch> {
  const { merchantId } = scope;
  const page = { ...scope, place, limit: BATCH };
  const at = (after: Place): Position => ({ phase, place: after });
  switch (phase) {
    case "payment": {
      const { found, next } = await paymentsToCompare(deps.pool, page);
      return {
        steps: found.map(({ key, after }) => ({
          key: paymentKey(merchantId, key),
          counts: "payment",
          next: at(after),
        })),
        next: next === null ? { phase: "refund" } : at(next),
      };
    }
    case "refund": {
      const { found, next } = await refundsToCompare(deps.pool, page);
      return {
        steps: found.map(({ key: id, after }) => {
          const reversal = readReversalId(id);
          // The payment is not part of a refund's identity; it is read with the refund.
          const key: RecordKey =
            reversal === null
              ? { merchantId, record: "refund", paymentId: "", recordId: id }
              : { merchantId, record: "reversal", paymentId: reversal.paymentId, recordId: reversal.charge };
          return { key, counts: key.record, next: at(after) };
        }),
        next: next === null ? { phase: "finding", afterId: null } : at(next),
      };
    }
  }
}

function paymentKey(merchantId: number, id: string): RecordKey {
  return { merchantId, record: "payment", paymentId: id, recordId: id };
}

/** Payments that were paid in the weeks before: money can leave them without a notification. */
async function nextEarlier(deps: Deps, scope: WalkScope, place: Place): Promise<Batch> {
  const at = (after: Place): Position => ({ phase: "payment", earlier: after });
  const page = { ...scope, period: earlierPeriod(scope.period), place, limit: BATCH };
  const { found, next } = await paidPaymentsToCompare(deps.pool, page);
  return {
    steps: found.map(({ key, after }) => ({
      key: paymentKey(scope.merchantId, key),
      counts: "earlier",
      next: at(after),
    })),
    next: next === null ? { phase: "end" } : at(next),
  };
}

async function nextFindings(deps: Deps, scope: WalkScope, afterId: string | null): Promise<Batch> {
  const { merchantId, runId, gateway } = scope;
  if (runId === null) return { steps: [], next: { phase: "end" } };
  const found = await findingsToRecheck(deps.pool, merchantId, {
    runId,
    gateway,
    afterId: afterId === null ? null : BigInt(afterId),
    limit: BATCH,
  });
  const last = found.at(-1);
  const steps = found.map(({ id, record, paymentId, recordId }): Step => ({
    key: { merchantId, record, paymentId, recordId },
    counts: "finding",
    next: { phase: "finding", afterId: String(id) },
  }));
  return {
    steps,
    next:
      last === undefined || found.length < BATCH
        ? afterFindings(scope)
        : { phase: "finding", afterId: String(last.id) },
  };
}

function afterFindings({ earlier }: WalkScope): Position {
  if (earlier === null) return { phase: "end" };
  return { phase: "payment", earlier: { part: 0, after: earlier.after } };
}

/** Every record of a scope, in order, without storing anything. */
export async function walkAll(
  deps: Deps,
  scope: CompareScope,
  visit: (step: Step) => Promise<void>,
): Promise<void> {
  let position: Position = FIRST;
  while (position.phase !== "end") {
    const batch: Batch = await nextBatch(deps, { ...scope, runId: null, earlier: null }, position);
    for (const step of batch.steps) await visit(step);
    position = batch.next;
  }
}
