import { randomUUID } from "node:crypto";
import type { ManualRefundMethod } from "@/lib/manual-refunds/manual-refund-views";
import { formatPaise } from "@/lib/money";
import type { DemoPayment } from "@/tools/demo/contract";
import type { Ctx } from "@/server/dashboard/context";
import { confirmManualRefund } from "@/server/dashboard/manual-refunds/commands/on-manual-refund";
import { recordManualRefund } from "@/server/dashboard/manual-refunds/commands/record-manual-refund";
import { addNote } from "@/server/dashboard/notes/commands/add-note";
import { assignWork } from "@/server/dashboard/queues/commands/assign-work";
import { listQueue } from "@/server/dashboard/queues/queries/list-queue";
import { requestRefund } from "@/server/dashboard/refunds/commands/request-refund";
import { askQuestion } from "@/server/dashboard/requests/commands/ask-question";
import { createRequest } from "@/server/dashboard/requests/commands/create-request";
import { settleRefund } from "./refund-work";
import { type Desk, expectKind } from "./staff";

const MINUTE_MS = 60_000;

const targetOf = ({ reference, transactionId }: DemoPayment) => ({ reference, transactionId });
const wholeOf = ({ amountPaise }: DemoPayment): string => formatPaise(amountPaise);
const halfOf = ({ amountPaise }: DemoPayment): string => formatPaise((amountPaise / 200n) * 100n);

/** What the team has among itself at the end: requests, manual refunds, notes, and a refund within the limit of a role. */
export async function leaveTeamWork(desk: Desk, payments: readonly DemoPayment[]): Promise<void> {
  const [asked, taken, questioned, waiting, confirmed, small] = payments;
  if (asked === undefined || taken === undefined || questioned === undefined) return;
  await leaveRequests(desk, [asked, taken, questioned]);
  if (waiting !== undefined && confirmed !== undefined) await leaveManualRefunds(desk, waiting, confirmed);
  if (small !== undefined) await refundAtDesk(desk, small);
}

/** One of nobody, one that somebody of finance has taken, and one with a question. */
async function leaveRequests(desk: Desk, payments: readonly DemoPayment[]): Promise<void> {
  const { staff, time } = desk;
  const texts = [
    { reason: "Goods returned", note: "The parcel came back on Monday. The customer has written twice." },
    { reason: "Duplicate payment", note: "" },
    { reason: "Order cancelled", note: "Half of the order was out of stock." },
  ];
  const ids: string[] = [];
  for (const [index, payment] of payments.entries()) {
    const requestId = randomUUID();
    const amount = index === 2 ? halfOf(payment) : wholeOf(payment);
    const given = { requestId, ...targetOf(payment), amount, reasonCode: null, ...texts[index] };
    expectKind(await createRequest(staff.as("support", 1), given), "requested");
    ids.push(requestId);
    time.advance(7 * MINUTE_MS);
  }
  const [, taken = "", questioned = ""] = ids;
  const asha = staff.as("finance", 1);
  const { items } = await listQueue(asha, { team: "finance", state: "open", owner: "all" });
  for (const [itemId, person] of [
    [taken, asha],
    [questioned, staff.as("finance", 2)],
  ] as const) {
    const item = items.find((one) => one.itemId === itemId);
    if (item === undefined) throw new Error("a refund request of the demo is in no queue");
    const { kind, version, mark } = item;
    const personId = person.actor.userId;
    expectKind(await assignWork(asha, { kind, itemId, version, mark, personId }), "done");
    time.advance(2 * MINUTE_MS);
  }
  const question = { requestId: questioned, steps: 1, text: "Which items were out of stock?" };
  expectKind(await askQuestion(staff.as("finance", 2), question), "done");
}

/** Money that went back by bank transfer: one waits for a second person, one is confirmed. */
async function leaveManualRefunds(desk: Desk, waiting: DemoPayment, confirmed: DemoPayment): Promise<void> {
  const { staff, time, services } = desk;
  const record = async (
    by: Ctx,
    payment: DemoPayment,
    paid: { method: ManualRefundMethod; transferReference: string; note: string },
  ): Promise<string> => {
    const given = {
      manualRefundId: randomUUID(),
      ...targetOf(payment),
      amount: halfOf(payment),
      paidOn: services.clock.now().toISOString().slice(0, "YYYY-MM-DD".length),
      ...paid,
    };
    return expectKind(await recordManualRefund(by, given), "recorded").manualRefundId;
  };
  const manualRefundId = await record(staff.as("finance", 1), confirmed, {
    method: "bank_transfer",
    transferReference: "UTR-2026-004417",
    note: "The customer’s card was closed.",
  });
  time.advance(25 * MINUTE_MS);
  expectKind(await confirmManualRefund(staff.as("finance", 2), { manualRefundId, reason: "" }), "done");
  await record(staff.of("kavya.menon@example.com"), waiting, {
    method: "upi",
    transferReference: "UPI-88120734",
    note: "",
  });
}

/** Somebody of the refund desk refunds within their limit, and tells a colleague. */
async function refundAtDesk(desk: Desk, payment: DemoPayment): Promise<void> {
  const { staff } = desk;
  const kavya = staff.of("kavya.menon@example.com");
  const input = {
    intentId: randomUUID(),
    ...targetOf(payment),
    amount: halfOf(payment),
    reason: "Goods returned",
    isApprovalExpected: false,
  };
  const refund = expectKind(await requestRefund(kavya, input), "accepted");
  await settleRefund(desk, refund.refundId);
  const note = {
    noteId: randomUUID(),
    subject: { kind: "payment", id: payment.transactionId },
    reference: payment.reference,
    text: "Half of it went back. The rest depends on what the warehouse says.",
    mentions: [],
  };
  expectKind(await addNote(kavya, note), "done");
}
