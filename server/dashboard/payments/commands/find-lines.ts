import { type FindLinesOutcome, type LineResult, linesOf, MAX_LINES } from "@/lib/payments/lines-view";
import { valueWithin } from "@/lib/value-within";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { findLine } from "../queries/find-line";
import { recordContactSearch } from "../queries/record-contact-search";

/** A few at once: the service limits the requests of a key. */
const AT_ONCE = 4;

/**
 * Looks up several pasted identifiers of any kind. The text is sent by POST and stored nowhere; the audit log records
 * that customers' contacts were searched for, not which (decision 0110). `patienceMs`: after so long nothing more is
 * asked, and what is not known by then is `late`; null for a caller that waits for all of it.
 */
export async function findLines(
  ctx: Ctx,
  input: unknown,
  patienceMs: number | null = null,
): Promise<FindLinesOutcome> {
  if (!(await authorize(ctx, "view_payments", { kind: "payment_list", id: "lines" })))
    return { kind: "forbidden" };
  const lines = typeof input === "string" ? linesOf(input) : [];
  if (lines.length === 0) return { kind: "empty" };
  if (lines.length > MAX_LINES) return { kind: "too_many", max: MAX_LINES };
  await recordContactSearch(ctx, lines);
  return { kind: "done", lines: await findAll(ctx, lines, patienceMs) };
}

/** Returns the results in the order of the lines. */
async function findAll(ctx: Ctx, lines: readonly string[], patienceMs: number | null): Promise<LineResult[]> {
  const results = new Map<string, LineResult>();
  const waiting = [...lines];
  const findNext = async (): Promise<void> => {
    for (let line = waiting.shift(); line !== undefined; line = waiting.shift())
      results.set(line, await findLine(ctx, line));
  };
  const all = Promise.all(Array.from({ length: AT_ONCE }, findNext));
  if (patienceMs === null) await all;
  else await valueWithin(all, patienceMs);
  // Calls that are still running end by themselves, and no further one begins.
  waiting.length = 0;
  return lines.map((line) => results.get(line) ?? { line, kind: "late" });
}
