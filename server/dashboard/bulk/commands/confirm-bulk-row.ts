import { z } from "zod";
import { type ConfirmBulkRowInput, duplicateSubjects, type SteerBulkOutcome } from "@/lib/bulk";
import { MAX_CONFIRMED_DUPLICATES } from "@/lib/duplicate-refunds";
import { formatPaise } from "@/lib/money";
import type { Ctx } from "../../context";
import { confirmBulkRow as confirm, unconfirmBulkRow } from "../store/bulk-duplicates";
import { findBulkRow } from "../store/bulk-rows";
import { compareBulkRows } from "./compare-bulk-rows";
import { steerBulkRun } from "./steer-bulk-run";

const inputSchema = z.object({
  runId: z.uuid(),
  rowId: z.uuid(),
  isMeant: z.boolean(),
  fulfils: z.boolean().default(false),
  seen: z.array(z.string().max(200)).max(MAX_CONFIRMED_DUPLICATES),
}) satisfies z.ZodType<ConfirmBulkRowInput>;

/**
 * A person confirms a row that looks like a duplicate, or withdraws the confirmation (decision 0200). Where a refund request waits, they
 * say whether the row fulfils it (decision 0278).
 */
export async function confirmBulkRow(ctx: Ctx, input: unknown): Promise<SteerBulkOutcome> {
  const parsed = inputSchema.safeParse(input);
  const row = parsed.success ? parsed.data : null;
  return steerBulkRun(ctx, input, {
    from: ["checked"],
    action: row?.isMeant === false ? "bulk_row_unconfirmed" : "bulk_row_confirmed",
    move: async (db, run, at) => {
      const known = row === null ? null : await findBulkRow(db, run.id, row.rowId);
      if (row === null || known === null) return "not_found";
      // Another person's page may have added a duplicate that this one does not show.
      const isShown = duplicateSubjects(known.faults).every((subject) => row.seen.includes(subject));
      if (row.isMeant && !isShown) return "row_changed";
      const request = row.fulfils ? known.faults.find((fault) => fault.kind === "refund_requested") : null;
      if (request === undefined || request?.fulfilledByLine !== undefined) return "row_changed";
      if (request?.byId === ctx.actor.userId) return "own_request";
      const isMoved = row.isMeant
        ? await confirm(db, { ...row, fulfils: request }, { byId: ctx.actor.userId, at })
        : await unconfirmBulkRow(db, row);
      if (!isMoved) return "row_changed";
      // Its amount counts now, or does not count any more.
      await compareBulkRows(db, run.id, ctx.actor, at);
      // The row may now repeat something that its page did not show: then it is not confirmed.
      if (row.isMeant && (await findBulkRow(db, run.id, row.rowId))?.state !== "ready") return "row_changed";
      const { line, reference, transactionId, amountPaise, currency, faults } = known;
      return {
        kind: "done",
        detail: {
          line,
          reference,
          transactionId,
          ...(amountPaise !== null && { amount: formatPaise(amountPaise) }),
          currency,
          duplicateOf: faults.map((fault) => fault.kind).join(", "),
          ...(request !== null && { requestId: request.requestId }),
        },
      };
    },
  });
}
