import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../../audit/store";
import type { Services } from "../../runtime";
import { endCancellation } from "../store/cancellations";

/** Ends as unknown a cancellation whose process died before its response; the payment's own status shows the result. */
export async function resolveCancellation(services: Services, cancellationId: string): Promise<void> {
  const at = services.clock.now();
  await inTransaction(services.pool, async (db) => {
    const hasEnded = await endCancellation(db, cancellationId, { state: "unknown", message: null, at });
    if (!hasEnded) return;
    await recordAudit(db, {
      at,
      actor: "system",
      action: "cancel_unknown",
      subject: { kind: "cancellation", id: cancellationId },
    });
  });
}
