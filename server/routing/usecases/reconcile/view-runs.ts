import { err, ok, type Result } from "@/lib/result";
import {
  type FindingFilter,
  type FindingSum,
  listFindings,
  sumFindingsOfRuns,
  sumOpenFindings,
} from "../../store/reconciliation/finding-lists";
import type { StoredFinding } from "../../store/reconciliation/finding-rows";
import { findFinding } from "../../store/reconciliation/findings";
import { findRun, listRuns, type Run } from "../../store/reconciliation/runs";
import type { Deps } from "../deps";
import { onePage } from "../one-page";

/** A run with what has become of its findings until now. */
export type RunView = { run: Run; sums: FindingSum[] };

const POSITION = /^[0-9]{1,18}$/;

/** The id of a run or finding; null for a text that is none. */
export function readId(text: string): bigint | null {
  return POSITION.test(text) ? BigInt(text) : null;
}

/** Runs of a merchant, newest first. */
export async function viewRuns(
  deps: Deps,
  merchantId: number,
  { cursor, limit }: { cursor: string | null; limit: number },
): Promise<Result<{ runs: RunView[]; nextCursor: string | null }, { kind: "unknown_cursor" }>> {
  const beforeId = cursor === null ? null : readId(cursor);
  if (cursor !== null && beforeId === null) return err({ kind: "unknown_cursor" });
  const { items, next } = await onePage(
    limit,
    (most) => listRuns(deps.pool, merchantId, { beforeId, limit: most }),
    ({ id }) => String(id),
  );
  const sums = await sumFindingsOfRuns(
    deps.pool,
    merchantId,
    items.map(({ id }) => id),
  );
  const runs = items.map((run) => ({ run, sums: sums.filter(({ runId }) => runId === run.id) }));
  return ok({ runs, nextCursor: next });
}

export async function viewRun(deps: Deps, merchantId: number, id: string): Promise<RunView | null> {
  const runId = readId(id);
  const run = runId === null ? null : await findRun(deps.pool, merchantId, runId);
  return run === null ? null : { run, sums: await sumFindingsOfRuns(deps.pool, merchantId, [run.id]) };
}

/** Findings of a run, or all of a merchant, oldest first. */
export async function viewFindings(
  deps: Deps,
  merchantId: number,
  { runId, ...filter }: Omit<FindingFilter, "runId"> & { runId: string | null },
  { cursor, limit }: { cursor: string | null; limit: number },
): Promise<Result<{ findings: StoredFinding[]; nextCursor: string | null }, { kind: "unknown_cursor" }>> {
  const afterId = cursor === null ? null : readId(cursor);
  if (cursor !== null && afterId === null) return err({ kind: "unknown_cursor" });
  const ofRun = runId === null ? null : readId(runId);
  if (runId !== null && ofRun === null) return ok({ findings: [], nextCursor: null });
  const { items, next } = await onePage(
    limit,
    (most) => listFindings(deps.pool, merchantId, { ...filter, runId: ofRun }, { afterId, limit: most }),
    ({ id }) => String(id),
  );
  return ok({ findings: items, nextCursor: next });
}

export async function viewFinding(deps: Deps, merchantId: number, id: string): Promise<StoredFinding | null> {
  const findingId = readId(id);
  return findingId === null ? null : findFinding(deps.pool, merchantId, findingId);
}

/** How much is open in all, by currency. */
export function viewOpenSums(
  deps: Deps,
  merchantId: number,
): Promise<{ currency: string; count: number; paise: bigint }[]> {
  return sumOpenFindings(deps.pool, merchantId);
}
