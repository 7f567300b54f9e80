import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { TransactionRecord } from "@/lib/contract/responses";
import type { Ctx } from "../../context";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { refundInput } from "@/tools/testing/dashboard/refund-input";
import { requestRefund } from "./request-refund";

/** Two submissions of one form, one of which is still reading the payment (decision 0100). */
let harness: Harness;
let ctx: Ctx;
let payment: TransactionRecord;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  ctx = await harness.ctxOf("finance");
  payment = harness.service.addPayment({ merchant_transaction_id: "ORD-1" });
});
afterAll(() => harness.stop());

const sent = () => harness.service.callsOf("refund_initiate").length;

it("a form that reported that nothing was refunded makes no refund by another submission, which was still reading the payment", async () => {
  const input = refundInput(payment);
  let second: unknown = null;
  harness.service.next("/v1/ops/refunds/balance", {
    kind: "meanwhile",
    act: async () => {
      harness.service.always("/v1/ops/refunds/balance", { kind: "drop", when: "before" });
      second = await requestRefund(ctx, input);
      harness.service.always(null);
    },
  });
  const first = await requestRefund(ctx, input);

  expect(first).toMatchObject({ kind: "not_sent" });
  expect(second).toEqual(first);
  expect(await requestRefund(ctx, input)).toEqual(first);
  expect(sent()).toBe(0);
  expect((await requestRefund(ctx, { ...input, amount: "120.26" })).kind).toBe("invalid");
  expect((await requestRefund(ctx, refundInput(payment))).kind).toBe("accepted");
});

it("is informed of the refund that another submission has made meanwhile", async () => {
  const input = refundInput(payment);
  let made: unknown = null;
  harness.service.next("/v1/ops/refunds/balance", {
    kind: "meanwhile",
    act: async () => {
      made = await requestRefund(ctx, input);
      harness.service.always("/v1/ops/refunds/balance", { kind: "drop", when: "before" });
      throw new Error("the answer is lost");
    },
  });
  const unread = await requestRefund(ctx, input);

  expect(unread).toMatchObject({ kind: "accepted" });
  expect(made).toEqual(unread);
  expect(sent()).toBe(1);
});
