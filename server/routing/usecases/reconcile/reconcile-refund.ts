import type { RefundStatus } from "@/lib/contract/statuses";
import { inTransaction } from "@/server/platform/transaction";
import type { Refund } from "../../domain/refunds/refund";
import type { Reversal } from "../../domain/reversals/reversal";
import type { GatewayRefund } from "../../gateway/port";
import type { Deps } from "../deps";
import { recordLateRefund } from "../refunds/record-late-refund";
import { recordReturnedRefund } from "../refunds/record-returned-refund";
import { applyGatewayRefund } from "../refunds/apply-gateway-refund";
import { correctReversal } from "../reversals/correct-reversal";
import { applyGatewayReversal } from "../reversals/apply-gateway-reversal";
import { AGREES, type Evaluation } from "./finding";

/** Compares a refund with its gateway. Never changes a final status (failure 24). */
export function evaluateRefund(deps: Deps, refund: Refund, there: GatewayRefund): Evaluation {
  switch (refund.status) {
    case "INITIATED":
    case "PROCESSING":
      if (there.status === "PENDING") return AGREES;
      return {
        kind: "repairable",
        problem: "ended_there",
        repair: async () => {
          const applied = await inTransaction(deps.pool, (db) => applyGatewayRefund(deps, db, refund, there));
          // It ended meanwhile, perhaps as a failure. Money that was paid once stays paid; a FAILURE may have been read before
          // the SUCCESS, so whether the money came back is for its next checks and comparisons (decision 0213).
          if (applied === null && there.status === "SUCCESS") await recordLateRefund(deps, refund);
          return applied !== null;
        },
      };
    case "SUCCESS":
      if (there.status === "SUCCESS") return AGREES;
      return {
        kind: "needs_person",
        problem: "not_refunded_there",
        ...(there.status === "FAILURE" ? { note: () => recordReturnedRefund(deps, refund) } : {}),
      };
    case "FAILURE":
      if (there.status === "FAILURE") return AGREES;
      return {
        kind: "needs_person",
        problem: "refunded_there",
        ...(there.status === "SUCCESS" ? { note: () => recordLateRefund(deps, refund) } : {}),
      };
  }
}

/**
 * Compares a reversal with its gateway. When its final status has changed there, its status follows the gateway and a
 * person has to act.
 */
export function evaluateReversal(deps: Deps, reversal: Reversal, there: GatewayRefund): Evaluation {
  switch (reversal.status) {
    case "INITIATED":
    case "PROCESSING":
      if (there.status === "PENDING") return AGREES;
      return {
        kind: "repairable",
        problem: "ended_there",
        repair: () => applyGatewayReversal(deps, reversal, there),
      };
    case "SUCCESS":
      if (there.status === "SUCCESS") return AGREES;
      return {
        kind: "needs_person",
        problem: "not_refunded_there",
        note: () => correctReversal(deps, reversal, there),
      };
    case "FAILURE":
      return {
        kind: "needs_person",
        problem: there.status === "SUCCESS" ? "refunded_there" : "reversal_failed",
        note: () => correctReversal(deps, reversal, there),
      };
  }
}

/** Evaluates a record without a gateway id, from its own status alone. */
export function evaluateWithoutId(record: "refund" | "reversal", status: RefundStatus): Evaluation {
  switch (status) {
    case "INITIATED":
    case "PROCESSING":
      // Not sent yet, or the response was lost: its job sends it again under the same key.
      return AGREES;
    case "SUCCESS":
      return { kind: "needs_person", problem: "unknown_there" };
    case "FAILURE":
      return record === "refund" ? AGREES : { kind: "needs_person", problem: "reversal_failed" };
  }
}
