import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { choose, type MerchantCode, newReference } from "@/tools/testing/routing/merchant-code";
import { startTestService, type TestService } from "@/tools/testing/routing/service";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const get = (transactionId: string, as = service.merchant): ReturnType<MerchantCode["ops"]> =>
  as.ops("POST", "/v1/ops/payments/get", { transaction_id: transactionId });

async function search(body: object): Promise<{ payments: { transaction_id: string; attempt: number }[] }> {
  const reply = await service.merchant.ops("POST", "/v1/ops/payments/search", body);
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.json as { payments: { transaction_id: string; attempt: number }[] };
}

describe("payments.get", () => {
  test("returns everything about one payment: customer, attempts, events in order, refunds, balance, decision", async () => {
    const reference = newReference();
    const first = await service.merchant.payment(
      {
        merchant_transaction_id: reference,
        customer_details: { customer_email: "asha@example.com", customer_name: "Asha" },
        surl: "https://shop.example/thanks",
        udf1: "row 7",
      },
      "failure",
    );
    const linkOf = async (id: string) =>
      ((await get(id)).json as { payment_link: string | null }).payment_link;
    // The customer can try again at the same link, as long as no newer attempt does.
    expect(await linkOf(first.transaction_id)).toBe(first.payment_link);
    const retried = await fetch(first.payment_link, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: "outcome=retry",
      redirect: "manual",
    });
    expect(retried.status).toBe(303);
    const open = (await search({ merchant_transaction_id: reference, status: ["INITIATED"] })).payments[0];
    const openDetail = (await get(open?.transaction_id ?? "")).json as { payment_link: string | null };
    expect(openDetail.payment_link).toBe(first.payment_link);
    expect(await linkOf(first.transaction_id)).toBeNull();
    await fetch(first.payment_link, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: "outcome=success",
      redirect: "manual",
    });
    const refund = await service.merchant.refund(open?.transaction_id ?? "", "20.00", {
      refund_reason: "torn",
    });
    const reply = await get(open?.transaction_id ?? "");
    expect([reply.status, reply.json]).toMatchObject([
      200,
      {
        payment: {
          transaction_id: open?.transaction_id,
          transaction_status: "SUCCESS",
          attempt: 2,
          udf1: "row 7",
        },
        customer: { email: "asha@example.com", phone: null, name: "Asha" },
        surl: "https://shop.example/thanks",
        furl: null,
        payment_link: null,
        balance: { transaction_amount: "500.00", remaining_amount: "480.00" },
        attempts: [
          { transaction_id: open?.transaction_id, transaction_status: "SUCCESS", attempt: 2 },
          { transaction_id: first.transaction_id, transaction_status: "FAILURE", attempt: 1 },
        ],
        refunds: [{ refund_id: (refund.json as { refund_id: string }).refund_id, refund_reason: "torn" }],
        reversals: [],
        routing_decision: { attempts: [{ gateway: "simulator" }] },
      },
    ]);
    expect(reply.json).toMatchObject({ failure: null });
    const { events } = reply.json as { events: { kind: string; at: string }[] };
    expect([events[0]?.kind, events.at(-1)?.kind]).toEqual(["initiated", "succeeded"]);
  });

  test("why an attempt failed is returned in the gateway's words, and only here", async () => {
    const failed = await service.merchant.payment({ transaction_amount: "500.81" }, null);
    await choose(failed.payment_link, "failure");
    expect((await get(failed.transaction_id)).json).toMatchObject({
      payment: { transaction_status: "FAILURE", decline_reason: "insufficient_funds" },
      failure: { code: "insufficient_funds", message: "The simulated card has insufficient funds." },
    });
    const specified = await service.merchant.status(failed.merchant_transaction_id);
    expect(JSON.stringify(specified.json)).not.toContain("insufficient");
  });
});
