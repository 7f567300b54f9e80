import { type FindLinesOutcome, type LineResult, linesOf, MAX_LINES } from "@/lib/payments/lines-view";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { findLine } from "../queries/find-line";
import { recordContactSearch } from "../queries/record-contact-search";

/** A few at once: the service limits the requests of a key. */
const AT_ONCE = 4;

/**
 * Looks up several pasted identifiers of any kind. The text is sent by POST and stored nowhere; the audit log records
 * that customers' contacts were searched for, not which (decision 0110).
 */
export async function findLines(ctx: Ctx, input: unknown): Promise<FindLinesOutcome> {
  if (!(await authorize(ctx, "view_payments", { kind: "payment_list", id: "lines" })))
    return { kind: "forbidden" };
  const lines = typeof input === "string" ? linesOf(input) : [];
  if (lines.length === 0) return { kind: "empty" };
  if (lines.length > MAX_LINES) return { kind: "too_many", max: MAX_LINES };
  await recordContactSearch(ctx, lines);
  return { kind: "done", lines: await findAll(ctx, lines) };
}

/** In the order of the lines. */
async function findAll(ctx: Ctx, lines: readonly string[]): Promise<LineResult[]> {
  const results = new Map<string, LineResult>();
  const waiting = [...lines];
  const findNext = async (): Promise<void> => {
    for (let line = waiting.shift(); line !== undefined; line = waiting.shift())
      results.set(line, await findLine(ctx, line));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, findNext));
  return lines.flatMap((line) => results.get(line) ?? []);
}
