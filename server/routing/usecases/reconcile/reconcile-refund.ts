import { inTransaction } from "@/server/platform/transaction";
import { countsAsPaid, type Refund } from "../../domain/refunds/refund";
import type { GatewayRefund } from "../../gateway/port";
import type { Deps } from "../deps";
import { applyGatewayRefund } from "../refunds/apply-gateway-refund";
import { recordChangedEnd } from "../refunds/changed-end";
import { AGREES, type Evaluation } from "./finding";

/**
 * Compares a refund or reversal with its gateway. A refund's final status never changes (failure 24). That of a reversal follows
 * its gateway, and a person has to act; so does one who sees that its gateway refuses it.
 */
export function evaluateRefund(deps: Deps, refund: Refund, there: GatewayRefund): Evaluation {
  const note = (): Promise<void> => recordChangedEnd(deps, refund, there);
  switch (refund.status) {
    case "INITIATED":
    case "PROCESSING":
      if (there.status === "PENDING") return AGREES;
      return {
        kind: "repairable",
        problem: "ended_there",
        repair: async () => {
          const applied = await inTransaction(deps.pool, (db) => applyGatewayRefund(deps, db, refund, there));
          // It ended meanwhile, perhaps otherwise.
          if (applied === null) await note();
          return applied !== null;
        },
      };
    case "SUCCESS":
      // One that had come back: somebody may have sent the money by hand meanwhile.
      if (there.status === "SUCCESS" && refund.lateChanges > 0)
        return { kind: "needs_person", problem: "refunded_there", note };
      if (there.status === "SUCCESS") return AGREES;
      return { kind: "needs_person", problem: "not_refunded_there", note };
    case "FAILURE":
      if (there.status === "SUCCESS") return { kind: "needs_person", problem: "refunded_there", note };
      if (refund.kind === "reversal") return { kind: "needs_person", problem: "reversal_failed" };
      if (there.status === "FAILURE" && countsAsPaid(refund))
        return { kind: "needs_person", problem: "not_refunded_there", note };
      return there.status === "FAILURE" ? AGREES : { kind: "needs_person", problem: "refunded_there" };
  }
}

/** Evaluates a record without a gateway id, from its own status alone. */
export function evaluateWithoutId({ kind, status }: Pick<Refund, "kind" | "status">): Evaluation {
  switch (status) {
    case "INITIATED":
    case "PROCESSING":
      // Not sent yet, or the response was lost: its worker sends it again under the same key.
      return AGREES;
    case "SUCCESS":
      return { kind: "needs_person", problem: "unknown_there" };
    case "FAILURE":
      return kind === "refund" ? AGREES : { kind: "needs_person", problem: "reversal_failed" };
  }
}
