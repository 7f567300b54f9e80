import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { MAX_BULK_BYTES, MAX_BULK_ROWS } from "@/lib/bulk";
import { inTurns } from "@/server/platform/in-turns";
import { readBulkFile } from "./commands/read-bulk-file";
import { findLayout } from "./domain/bulk-layout";
import { readBulkTable } from "./domain/bulk-table";

const REASONS = Array.from({ length: 50 }, (_, n) => ({
  code: `reason_${n}`,
  name: `Reason number ${n}`,
  nameHi: null,
  needsText: false,
}));

async function readImport(text: string): Promise<void> {
  const file = await readBulkFile(Buffer.from(text));
  if (!file.ok) return;
  const { records } = file.value;
  const { layout } = findLayout("refund", records);
  const rules = { reasons: REASONS, isReasonRequired: true, reasonOfRows: "" };
  await inTurns(readBulkTable("refund", records, layout, rules));
}

/** How often others have their turn during some work. */
async function turnsDuring(work: Promise<void>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const others = async (): Promise<void> => {
    for (; !isDone; turns += 1) await nextTurn();
  };
  const ended = others();
  await work.finally(() => (isDone = true));
  await ended;
  return turns;
}

it.each([
  ["records", "\r".repeat(MAX_BULK_BYTES), 12],
  // Eighteen times as long when they are normalized.
  ["reasons", `a,1,${"\ufdfa".repeat(138)}\n`.repeat(MAX_BULK_ROWS), 40],
])("the largest import of %s lets others have their turn", async (_name, text, turns) => {
  expect(await turnsDuring(readImport(text))).toBeGreaterThan(turns);
});
