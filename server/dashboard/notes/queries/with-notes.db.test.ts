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
    (await addNotes(ctx, "payment", [row], ({ id }) => [id]))[0]?.notes ?? "";
  expect(await notesFor(finance)).toMatch(/on the payment\n.*on the refund$/);
  const clerk = await harness.ctxOf(composed(["view_payments", "export_records"]));
  expect(await notesFor(clerk)).toMatch(/on the payment$/);
});

test("an export of refunds has the notes on a refund and on its attempt, oldest first", async () => {
  const finance = await harness.ctxOf("finance");
  const payment = harness.service.addPayment({ merchant_transaction_id: "ORD-2" });
  const refund = await requestRefund(finance, refundInput(payment));
  if (refund.kind !== "accepted") throw new Error(refund.kind);
  const { rows } = await harness.pool.query<{ id: string }>(
    "select id from refund_intents where refund_id = $1",
    [refund.refundId],
  );
  const ids = [refund.refundId, rows[0]?.id ?? ""];
  for (const [n, subject] of [
    { kind: "refund_intent", id: ids[1] },
    { kind: "refund", id: ids[0] },
    { kind: "refund_intent", id: ids[1] },
  ].entries()) {
    const note = { noteId: randomUUID(), subject, text: `note ${String(n)}`, mentions: [] };
    expect(await addNote(finance, note)).toMatchObject({ kind: "done" });
    harness.clock.advance(1_000);
  }
  const [row] = await addNotes(finance, "refund", [ids], (one) => one);
  expect(row?.notes?.replace(/^\S+ /gm, "").split("\n")).toEqual(
    [0, 1, 2].map((n) => `Test finance: note ${String(n)}`),
  );
});
