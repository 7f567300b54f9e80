import { expect, it } from "vitest";
import { paymentItem } from "@/tools/testing/payment-item";
import { actionsOf, bulkRowsOf, possibleFor, shareOf } from "./bulk-actions";

const payment = paymentItem();
const waiting = paymentItem({ transactionId: "TXN2", status: "INITIATED" });
const [refund, cancel] = actionsOf("finance");

it("offers each role what it may do with a payment and start as a run", () => {
  expect(actionsOf("support")).toEqual([]);
  expect(actionsOf("ops").map(({ kind }) => kind)).toEqual(["cancel"]);
  expect(actionsOf("finance").map(({ kind }) => kind)).toEqual(["refund", "cancel"]);
  const composed = { id: "1", name: "Refunds", permissions: ["refund_payment"] } as const;
  expect(actionsOf({ ...composed, refundLimits: null, approveLimits: null })).toEqual([]);
});

it("refunds only what is paid and has something left, and cancels only what waits; each payment once", () => {
  const refunded = { ...payment, transactionId: "TXN3", details: { remaining: "0.00" } };
  if (refund === undefined || cancel === undefined) throw new Error("no action");
  expect(possibleFor(refund, [payment, payment, waiting, refunded])).toEqual([payment]);
  expect(possibleFor(cancel, [payment, waiting])).toEqual([waiting]);
});

it("writes rows that a bulk run reads: what is left, and the exact payment", () => {
  if (refund === undefined || cancel === undefined) throw new Error("no action");
  const odd = { ...waiting, reference: 'A "b", c' };
  expect(bulkRowsOf(refund, [payment])).toBe("reference,amount,transaction_id\nORDER-1,60.00,TXN1");
  expect(bulkRowsOf(cancel, [odd])).toBe('reference,transaction_id\n"A ""b"", c",TXN2');
});

it("says for how many of the selected payments an action is possible, each counted once", () => {
  expect(shareOf([payment], [payment, payment])).toEqual({ n: 1, total: 1, part: "all" });
  expect(shareOf([payment], [payment, waiting])).toEqual({ n: 1, total: 2, part: "some" });
});
