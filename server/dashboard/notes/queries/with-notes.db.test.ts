import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { requestRefund } from "../../refunds/commands/request-refund";
import { composed } from "../../testing/composed-role";
import { type Harness, startHarness } from "../../testing/harness";
import { refundInput } from "../../testing/refund-input";
import { addNote } from "../commands/add-note";
import { addNotes } from "./with-notes";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.stop());

test("an export has the notes on a payment, and those on its refunds only for a role that sees refunds", async () => {
  const finance = await harness.ctxOf("finance");
  const payment = harness.service.addPayment({ merchant_transaction_id: "ORD-1" });
  const refund = await requestRefund(finance, refundInput(payment));
  if (refund.kind !== "accepted") throw new Error(refund.kind);
  for (const subject of [
    { kind: "payment", id: payment.transaction_id },
    { kind: "refund", id: refund.refundId },
  ] as const) {
    const note = { noteId: randomUUID(), subject, text: `on the ${subject.kind}`, mentions: [] };
    expect(await addNote(finance, note)).toMatchObject({ kind: "done" });
  }
  const row = { id: payment.transaction_id };
  const notesFor = async (ctx: typeof finance) =>
    (await addNotes(ctx, "payment", [row], ({ id }) => id))[0]?.notes ?? "";
  expect(await notesFor(finance)).toMatch(/on the payment\n.*on the refund$/);
  const clerk = await harness.ctxOf(composed(["view_payments", "export_records"]));
  expect(await notesFor(clerk)).toMatch(/on the payment$/);
});
