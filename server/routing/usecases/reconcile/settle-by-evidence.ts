import { err, ok, type Result } from "@/lib/result";
import { plainlyWritten } from "@/lib/text";
import { inTransaction } from "@/server/platform/transaction";
import type { Settlement, StoredFinding } from "../../store/reconciliation/finding-rows";
import { findFinding, lockFinding, settleFinding } from "../../store/reconciliation/findings";
import type { Deps } from "../deps";

export type SettleRefusal =
  | { kind: "not_found" }
  | { kind: "changed" }
  | { kind: "closed" }
  /** It is repaired instead. */
  | { kind: "certain" }
  /** One person alone cannot settle. */
  | { kind: "same_person" };

/**
 * Closes a finding that only people can decide about, with their evidence. Changes nothing about the record. Refused
 * when what was found has changed since. A repeated request of the same settlement returns the settled finding.
 */
export async function settleByEvidence(
  deps: Deps,
  merchantId: number,
  request: { id: bigint; version: number; settlement: Settlement },
): Promise<Result<StoredFinding, SettleRefusal>> {
  const { settlement } = request;
  if (personOf(settlement.proposedBy) === personOf(settlement.confirmedBy))
    return err({ kind: "same_person" });
  return inTransaction<Result<StoredFinding, SettleRefusal>>(deps.pool, async (db) => {
    const finding = await lockFinding(db, merchantId, request.id);
    if (finding === null) return err({ kind: "not_found" });
    if (finding.settlement?.id === settlement.id) return ok(finding);
    if (finding.state !== "open") return err({ kind: "closed" });
    if (finding.version !== request.version) return err({ kind: "changed" });
    if (finding.isCertain) return err({ kind: "certain" });
    await settleFinding(db, finding, settlement, deps.clock.now());
    const settled = await findFinding(db, merchantId, request.id);
    return settled === null ? err({ kind: "not_found" }) : ok(settled);
  });
}

/** The service knows no accounts: a name that differs only in how it is written is the same person's. */
function personOf(name: string): string {
  return plainlyWritten(name).replace(/ +/g, " ").toLowerCase();
}
