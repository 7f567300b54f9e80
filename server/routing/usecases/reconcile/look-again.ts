import { runExclusive } from "@/server/platform/run-exclusive";
import type { Payment } from "../../domain/payments/payment";
import type { GatewayPayment } from "../../gateway/port";
import { askForPoll } from "../../store/payments/due-polls";
import { recordsWithFinding } from "../../store/reconciliation/finding-lists";
import type { Deps } from "../deps";
import { recordClaim } from "./claims";
import { examineReported } from "./compare-records";
import { storeFinding, takeAgreement } from "./take-disagreement";

/** A run or a person compares the record at this moment. */
const BUSY_AGAIN_MS = 2_000;

/**
 * Compares a paid payment with what its gateway reports after a notification: money that has left since is a finding at once,
 * not in the daily run that would compare the payment next (decision 0366).
 */
export async function lookAgain(deps: Deps, payment: Payment, reported: GatewayPayment): Promise<void> {
  const examined = await examineReported(deps, payment, reported);
  const { merchantId, record, recordId } = examined.key;
  const isNothingNew =
    examined.kind === "agrees" &&
    examined.note === undefined &&
    !(await recordsWithFinding(deps.pool, merchantId, record, [recordId])).has(recordId);
  if (isNothingNew) return;
  const taken = await runExclusive(deps.sessions, recordClaim(examined.key), async () => {
    // Anew under the claim: a step of a dispute that came meanwhile must not be overwritten by an older one.
    const current = await examineReported(deps, payment, reported);
    if (current.kind === "agrees") return void (await takeAgreement(deps, current.key, current, null));
    await storeFinding(deps, current.finding, null);
    await current.note?.();
  });
  if (taken.kind === "busy") await askForPoll(deps.pool, payment, BUSY_AGAIN_MS);
}
