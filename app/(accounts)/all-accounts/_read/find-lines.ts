import type { FindLinesOfAllOutcome, LinesReading, Reading } from "@/lib/all-accounts/views";
import { type LineResult, linesOf, MAX_LINES } from "@/lib/payments/lines-view";
import type { Ctx, OwnAccount } from "@/server/dashboard/context";
import { findLines } from "@/server/dashboard/payments/commands/find-lines";
import { personOf } from "./person-of";
import { readOf } from "./reading";

/** How long one account is asked about all lines, in milliseconds: fifty lines are up to some hundred calls. */
const LINES_PATIENCE_MS = 12_000;
/** The limit for what is no call to the account's service. */
const DATABASE_PATIENCE_MS = 1_000;

/**
 * Looks the pasted lines up in each account of the person, under their role there. The accounts are asked beside each
 * other, each with as many calls at once as its own page makes; none waits for another.
 */
export function findLinesOfAll(accounts: readonly OwnAccount[], input: unknown): FindLinesOfAllOutcome {
  const lines = typeof input === "string" ? linesOf(input) : [];
  if (lines.length === 0) return { kind: "empty" };
  if (lines.length > MAX_LINES) return { kind: "too_many", max: MAX_LINES };
  return {
    kind: "done",
    lines,
    personId: personOf(accounts),
    // What goes to the browser is named, because a context has the account's services.
    accounts: accounts.map(({ slug, name, colour, ctx }) => ({
      account: { slug, name, colour },
      role: ctx?.actor.role ?? null,
      reading: ctx === null ? Promise.resolve({ kind: "unreadable" } as const) : findLinesOf(ctx, lines),
    })),
  };
}

/** What one account says about all lines; when the time is over, what it has said so far. */
export function findLinesOf(
  ctx: Ctx,
  lines: readonly string[],
  patienceMs = LINES_PATIENCE_MS,
): Promise<LinesReading> {
  return readOf(
    ctx,
    "view_payments",
    async (): Promise<Reading<readonly LineResult[]>> => {
      const outcome = await findLines(ctx, lines.join("\n"), patienceMs);
      if (outcome.kind !== "done") return { kind: outcome.kind === "forbidden" ? "forbidden" : "failed" };
      return readingOf(outcome.lines);
    },
    patienceMs + DATABASE_PATIENCE_MS,
  );
}

/** An account that said nothing about any line is named once, not for each of them. */
function readingOf(results: readonly LineResult[]): Reading<readonly LineResult[]> {
  if (results.every(({ kind }) => kind === "late")) return { kind: "late" };
  if (results.every(({ kind }) => kind === "late" || kind === "service_error")) return { kind: "failed" };
  return { kind: "read", value: results };
}
