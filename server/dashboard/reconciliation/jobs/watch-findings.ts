import type { OpsResult } from "@/lib/contract/ops";
import { parseAmount } from "@/lib/money";
import type { FindingView } from "@/lib/reconciliation/views";
import type { Called } from "../../routing-client/call-result";
import type { Services } from "../../runtime";
import {
  closeFindingWork,
  deleteOldFindingWork,
  type FindingWork,
  findingsToClose,
  recordStillOpen,
  saveOpenFindings,
} from "../store/finding-work";
import { endSettlement, listConfirming, recordAsked } from "../store/settlements";

const PAGE = 200;
/** The oldest ones; the others follow when these are decided. */
const MAX_PAGES = 10;
/** Each one is a call; the others follow the next time. */
const MAX_ASKED_AT_ONCE = 20;
/** Longer than a call takes. */
const CALL_LIMIT_MS = 60_000;
const KEPT_MS = 90 * 24 * 60 * 60_000;

/**
 * Reads the service's open findings, so that they are in the queues with an assignee and a state (decision 0287). Those
 * that are no longer listed are looked up, to record why they ended. While the service does not answer, they stay as
 * they were.
 */
export async function watchFindings(services: Services): Promise<void> {
  await watchSettlements(services);
  const { pool, routing, clock } = services;
  const { serviceAddress } = routing;
  await deleteOldFindingWork(pool, serviceAddress, new Date(clock.now().getTime() - KEPT_MS));
  if (!(await routing.capabilities()).offers("reconciliation.findings")) return;
  const openIds: string[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const response: Called<OpsResult<"reconciliation.findings">> = await routing.ops(
      "reconciliation.findings",
      { state: ["open"], cursor, limit: PAGE },
    );
    if (response.kind !== "answered") return;
    const { findings, next_cursor: next }: OpsResult<"reconciliation.findings"> = response.value;
    await saveOpenFindings(pool, serviceAddress, findings.map(workOf));
    openIds.push(...findings.map(({ finding_id: id }) => id));
    cursor = next;
    if (next === null) break;
  }
  for (const findingId of await findingsToClose(pool, {
    serviceAddress,
    openIds,
    limit: MAX_ASKED_AT_ONCE,
  })) {
    const response = await routing.ops("reconciliation.finding", { finding_id: findingId });
    const isUnknown = response.kind === "refused" && response.refusal.kind === "not_found";
    if (response.kind !== "answered" && !isUnknown) return;
    const state = response.kind === "answered" ? response.value.state : "gone";
    const of = { serviceAddress, findingId };
    if (state === "open") await recordStillOpen(pool, of, clock.now());
    else await closeFindingWork(pool, of, { state, at: clock.now() });
  }
}

/**
 * Settlements whose response was lost: the finding says whether they took effect. One that did not waits for a person, who
 * sends it again.
 */
async function watchSettlements({ pool, routing, clock }: Services): Promise<void> {
  const { serviceAddress } = routing;
  const before = new Date(clock.now().getTime() - CALL_LIMIT_MS);
  const confirming = await listConfirming(pool, { serviceAddress, before, limit: MAX_ASKED_AT_ONCE });
  for (const { id, findingId } of confirming) {
    const response = await routing.ops("reconciliation.finding", { finding_id: findingId });
    if (response.kind === "refused" && response.refusal.kind === "not_found") {
      await endSettlement(pool, id, { state: "REFUSED", refusal: "" });
      continue;
    }
    if (response.kind !== "answered") return;
    await recordAsked(pool, id, clock.now());
    const { settlement, state } = response.value;
    if (settlement?.settlement_id === id)
      await endSettlement(pool, id, { state: "CONFIRMED", refusal: null });
    else if (state !== "open") await endSettlement(pool, id, { state: "REFUSED", refusal: null });
  }
}

function workOf(finding: FindingView): FindingWork {
  const amount = parseAmount(finding.stake_amount);
  return {
    findingId: finding.finding_id,
    version: finding.version,
    isCertain: finding.certain,
    gateway: finding.gateway,
    firstSeenAt: new Date(finding.first_seen_at),
    reference: finding.merchant_transaction_id ?? finding.record_id,
    transactionId: finding.transaction_id,
    amountPaise: amount.ok ? amount.value : 0n,
    currency: finding.stake_currency,
    isTest: finding.gateway.startsWith("simulator"),
  };
}
