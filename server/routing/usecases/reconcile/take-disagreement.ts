import { setTimeout as sleep } from "node:timers/promises";
import { type Claim, runExclusive } from "@/server/platform/run-exclusive";
import type { Db } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import type { NewFinding, RecordKey, StoredFinding } from "../../store/reconciliation/finding-rows";
import {
  closeFinding,
  findSettled,
  insertFinding,
  linkFinding,
  lockOpenFinding,
  markExamined,
  requestRepair,
  unlinkFinding,
  updateFinding,
} from "../../store/reconciliation/findings";
import type { Run } from "../../store/reconciliation/runs";
import type { Deps } from "../deps";
import { recordClaim } from "./claims";
import type { Comparer } from "./compare";
import { examineRecord } from "./compare-records";
import type { Agreement, Disagreement } from "./finding";

/** What became of a record that disagreed when it was first compared. */
export type Taken =
  | { kind: "agrees" }
  | { kind: "unanswered"; gateway: string; reason: string }
  | { kind: "left" | "repaired" | "settled"; finding: NewFinding };

/** How long a run waits for a person who repairs the same record. */
const WAITS = { times: 20, pauseMs: 250 };

/**
 * Compares a record that disagreed once more, under the claim that everybody who repairs it holds, stores the finding,
 * and repairs it when it is certain and the run repairs. So nothing that was repaired meanwhile becomes a finding, and
 * no two repair it at once.
 */
export async function takeDisagreement(
  deps: Deps,
  comparer: Comparer,
  run: Run,
  { key, gateway }: Disagreement & { gateway: string | null },
): Promise<Taken> {
  for (let waits = 0; waits < WAITS.times; waits += 1) {
    const taken = await runExclusive(deps.sessions, recordClaim(key), (claim) =>
      takeClaimed(deps, comparer, run, key, claim),
    );
    if (taken.kind === "done") return taken.value;
    await sleep(WAITS.pauseMs);
  }
  return { kind: "unanswered", gateway: gateway ?? "", reason: "the record is being repaired by somebody" };
}

async function takeClaimed(
  deps: Deps,
  comparer: Comparer,
  run: Run,
  key: RecordKey,
  claim: Claim,
): Promise<Taken> {
  const examined = await examineRecord(comparer, key);
  if (examined === null || examined.kind === "agrees") {
    const kept = await takeAgreement(deps, key, examined, run.id);
    return kept === null ? { kind: "agrees" } : { kind: "left", finding: kept };
  }
  if (examined.kind === "unanswered") return examined;
  const { finding, note, repair } = examined;
  const stored = await storeFinding(deps, finding, run.id);
  // One that was settled may have changed and changed back since.
  await note?.();
  if (stored.state === "settled") return { kind: "settled", finding };
  if (repair === null || !run.repairs) return { kind: "left", finding };
  await requestRepair(deps.pool, stored, { by: run.requestedBy, at: deps.clock.now() });
  await claim.confirm();
  const isRepaired = await repair();
  await inTransaction(deps.pool, async (db) => {
    await closeFinding(db, stored, { as: isRepaired ? "repaired" : "gone", at: deps.clock.now() });
    if (!isRepaired) await unlinkFinding(db, run.merchantId, run.id, stored.id);
  });
  return isRepaired ? { kind: "repaired", finding } : { kind: "agrees" };
}

/**
 * Stores what a comparison found: the same problem of a record is the same row, whose age counts from the first time.
 * A disagreement that was settled as it is stays settled. `runId` null: outside a run.
 */
export async function storeFinding(
  deps: Deps,
  finding: NewFinding,
  runId: bigint | null,
): Promise<StoredFinding> {
  return inTransaction(deps.pool, async (db) => {
    const stored = await upsert(deps, db, finding, runId);
    if (runId !== null) await linkFinding(db, finding.merchantId, runId, stored.id);
    return stored;
  });
}

async function upsert(deps: Deps, db: Db, finding: NewFinding, runId: bigint | null): Promise<StoredFinding> {
  const seen = { runId, at: deps.clock.now() };
  const open = await lockOpenFinding(db, finding);
  if (open !== null && open.problem === finding.problem) return updateFinding(db, open.id, finding, seen);
  if (open !== null) await closeFinding(db, open, { as: "gone", at: seen.at });
  return (await findSettled(db, finding)) ?? insertFinding(db, finding, seen);
}

/** What an agreement says is noted on the record, and its finding ends. `examined` null: the record was deleted. */
export async function takeAgreement(
  deps: Deps,
  key: RecordKey,
  examined: Agreement | null,
  runId: bigint | null,
): Promise<StoredFinding | null> {
  await examined?.note?.();
  return closeEnded(deps, key, runId);
}

/**
 * The record agrees with its gateway: its finding ends. A repair that was requested, and whose process died before it
 * was recorded, has happened. Returns a finding that people decide about all the same.
 */
export async function closeEnded(
  deps: Deps,
  key: RecordKey,
  runId: bigint | null,
): Promise<StoredFinding | null> {
  return inTransaction(deps.pool, async (db) => {
    const open = await lockOpenFinding(db, key);
    if (open === null) return null;
    if (isForPeople(open)) {
      if (runId !== null) {
        await linkFinding(db, key.merchantId, runId, open.id);
        await markExamined(db, key, runId);
      }
      return open;
    }
    const isRepaired = open.repairRequestedAt !== null;
    await closeFinding(db, open, { as: isRepaired ? "repaired" : "gone", at: deps.clock.now() });
    if (isRepaired && runId !== null) await linkFinding(db, key.merchantId, runId, open.id);
    return null;
  });
}

/**
 * A failed reversal that was paid after all takes its gateway's status, so the two agree at once. Whether the money was
 * sent by hand as well is in neither record: only people can end that finding.
 */
function isForPeople({ record, problem }: StoredFinding): boolean {
  return record === "reversal" && problem === "refunded_there";
}
