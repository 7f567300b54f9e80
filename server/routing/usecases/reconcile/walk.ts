import { FIRST, type Position, type Visited } from "../../domain/reconciliation/run";
import { findingsToRecheck } from "../../store/reconciliation/finding-lists";
import type { RecordKey } from "../../store/reconciliation/finding-rows";
import {
  type CompareScope,
  paymentsToCompare,
  refundsToCompare,
  reversalsToCompare,
} from "../../store/reconciliation/records-to-compare";
import type { Deps } from "../deps";

/** `runId` null: a walk that stores nothing, and so has no earlier findings to compare again. */
export type WalkScope = CompareScope & { runId: bigint | null };

/** A record to visit, and the position after it. */
export type Step = { key: RecordKey; counts: keyof Visited; next: Position };
/** The steps of a batch, and the position after all of them. */
export type Batch = { steps: Step[]; next: Position };

const BATCH = 100;

/** The records after a position: payments, refunds, reversals, then those of older findings. */
export async function nextBatch(deps: Deps, scope: WalkScope, position: Position): Promise<Batch> {
  const { merchantId } = scope;
  switch (position.phase) {
    case "payment": {
      const { keys, next } = await paymentsToCompare(deps.pool, {
        ...scope,
        after: position.afterId,
        limit: BATCH,
      });
      return {
        steps: keys.map((id) => ({
          key: { merchantId, record: "payment", paymentId: id, recordId: id },
          counts: "payment",
          next: { phase: "payment", afterId: id },
        })),
        next: next === null ? { phase: "refund", afterId: null } : { phase: "payment", afterId: next },
      };
    }
    case "refund": {
      const { keys, next } = await refundsToCompare(deps.pool, {
        ...scope,
        after: position.afterId,
        limit: BATCH,
      });
      return {
        steps: keys.map((id) => ({
          // The payment is not part of a refund's identity; it is read with the refund.
          key: { merchantId, record: "refund", paymentId: "", recordId: id },
          counts: "refund",
          next: { phase: "refund", afterId: id },
        })),
        next: next === null ? { phase: "reversal", after: null } : { phase: "refund", afterId: next },
      };
    }
    case "reversal": {
      const { keys, next } = await reversalsToCompare(deps.pool, {
        ...scope,
        after: position.after,
        limit: BATCH,
      });
      return {
        steps: keys.map((key) => ({
          key: {
            merchantId,
            record: "reversal",
            paymentId: key.paymentId,
            recordId: key.gatewayTransactionId,
          },
          counts: "reversal",
          next: { phase: "reversal", after: key },
        })),
        next: next === null ? { phase: "finding", afterId: null } : { phase: "reversal", after: next },
      };
    }
    case "finding":
      return nextFindings(deps, scope, position.afterId);
    case "end":
      return { steps: [], next: position };
  }
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
        ? { phase: "end" }
        : { phase: "finding", afterId: String(last.id) },
  };
}

/** Every record of a scope, in order, without storing anything. */
export async function walkAll(
  deps: Deps,
  scope: CompareScope,
  visit: (step: Step) => Promise<void>,
): Promise<void> {
  let position: Position = FIRST;
  while (position.phase !== "end") {
    const batch: Batch = await nextBatch(deps, { ...scope, runId: null }, position);
    for (const step of batch.steps) await visit(step);
    position = batch.next;
  }
}
