import { err, ok, type Result } from "@/lib/result";
import { type Claim, runExclusive } from "@/server/platform/run-exclusive";
import type { StoredFinding } from "../../store/reconciliation/finding-rows";
import { closeFinding, findFinding, requestRepair } from "../../store/reconciliation/findings";
import type { Deps } from "../deps";
import { recordClaim } from "./claims";
import { Comparer } from "./compare";
import { examineRecord } from "./compare-records";
import { storeFinding, takeAgreement } from "./take-disagreement";

export type FindingRefusal =
  | { kind: "not_found" }
  /** Somebody else repairs the record at this moment, or a run compares it. */
  | { kind: "busy" }
  /** What was found has changed since: look again. */
  | { kind: "changed" }
  /** It is closed: settled, or it agrees again. */
  | { kind: "closed" }
  /** Only a person can decide about it. */
  | { kind: "not_certain" }
  /** The gateway gave no usable response: nothing was changed. */
  | { kind: "unanswered"; reason: string };

/**
 * Repairs one certain finding, by the same steps as a run (decision 0288): the record is compared again under the
 * record's claim, and only what the caller has seen is repaired. A repeated request returns the repaired finding.
 */
export async function repairFinding(
  deps: Deps,
  merchantId: number,
  request: { id: bigint; version: number; by: string | null },
): Promise<Result<StoredFinding, FindingRefusal>> {
  const finding = await findFinding(deps.pool, merchantId, request.id);
  if (finding === null) return err({ kind: "not_found" });
  const work = async (claim: Claim): Promise<Result<StoredFinding, FindingRefusal>> => {
    const current = await findFinding(deps.pool, merchantId, request.id);
    if (current === null) return err({ kind: "not_found" });
    if (current.state === "repaired") return ok(current);
    if (current.state !== "open") return err({ kind: "closed" });
    if (current.version !== request.version) return err({ kind: "changed" });
    if (!current.isCertain) return err({ kind: "not_certain" });
    const examined = await examineRecord(new Comparer(deps), current);
    if (examined?.kind === "unanswered") return err({ kind: "unanswered", reason: examined.reason });
    if (examined === null || examined.kind === "agrees") {
      await takeAgreement(deps, current, examined, null);
      return reread(deps, current);
    }
    const stored = await storeFinding(deps, examined.finding, null);
    await examined.note?.();
    const isSeen = stored.id === current.id && stored.version === current.version;
    if (!isSeen || examined.repair === null) return err({ kind: "changed" });
    await requestRepair(deps.pool, stored, { by: request.by, at: deps.clock.now() });
    await claim.confirm();
    const isRepaired = await examined.repair();
    await closeFinding(deps.pool, stored, { as: isRepaired ? "repaired" : "gone", at: deps.clock.now() });
    return reread(deps, stored);
  };
  const done = await runExclusive(deps.sessions, recordClaim(finding), work);
  return done.kind === "busy" ? err({ kind: "busy" }) : done.value;
}

/** A finding that ended without this repair, such as by a notification of the gateway, is closed. */
async function reread(
  deps: Deps,
  { merchantId, id }: StoredFinding,
): Promise<Result<StoredFinding, FindingRefusal>> {
  const finding = await findFinding(deps.pool, merchantId, id);
  if (finding === null) return err({ kind: "not_found" });
  return finding.state === "repaired" ? ok(finding) : err({ kind: "closed" });
}
