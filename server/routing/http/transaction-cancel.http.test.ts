import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { choose, newReference } from "@/tools/testing/routing/merchant-code";
import { startTestService, type TestService } from "@/tools/testing/routing/service";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const statusesOf = async (reference: string): Promise<string[]> => {
  const records = (await service.merchant.status(reference)).json as { transaction_status: string }[];
  return records.map((record) => record.transaction_status);
};
const ALREADY = { success: false, message: "Transaction cannot be cancelled as it is already processed" };

describe("INITIATED becomes CANCELLED (specification 3.1)", () => {
  test("200 with success and a message; it can no longer be paid (irreversible)", async () => {
    const created = await service.merchant.payment({}, null);
    const reply = await service.merchant.cancel(created.merchant_transaction_id);
    expect([reply.status, reply.json]).toEqual([
      200,
      { success: true, message: expect.any(String) as string },
    ]);
    for (const outcome of ["success", "failure", "drop", "retry"]) {
      const page = await choose(created.payment_link, outcome);
      expect(page.status).toBe(200);
      expect(page.text).toContain("Payment cancelled");
    }
    expect(await statusesOf(created.merchant_transaction_id)).toEqual(["CANCELLED"]);
  });
});

describe("400 Transaction cannot be cancelled as it is already processed (specification 3.1 and 7)", () => {
  test.each([
    ["SUCCESS", "success"],
    ["FAILURE", "failure"],
    ["DROP", "drop"],
  ] as const)("a payment that is %s stays so", async (status, outcome) => {
    const created = await service.merchant.payment({}, outcome);
    const reply = await service.merchant.cancel(created.merchant_transaction_id);
    expect([reply.status, reply.json]).toEqual([400, ALREADY]);
    expect(await statusesOf(created.merchant_transaction_id)).toEqual([status]);
  });

  test.each(["failure", "drop"] as const)(
    "its link is closed all the same after %s, once",
    async (outcome) => {
      const created = await service.merchant.payment({}, outcome);
      const { merchant_transaction_id: reference, transaction_id: id } = created;
      const shown = async () =>
        (await service.merchant.ops("POST", "/v1/ops/payments/get", { transaction_id: id })).json;
      expect(await shown()).toMatchObject({ payment_link: created.payment_link });
      for (let times = 0; times < 2; times += 1)
        expect((await service.merchant.cancel(reference)).status).toBe(400);
      expect(await (await fetch(created.payment_link)).text()).not.toMatch(/value="retry"|try again/);
      expect((await choose(created.payment_link, "retry")).status).toBe(200);
      expect(await statusesOf(reference)).toHaveLength(1);
      const { payment_link: link, events } = (await shown()) as {
        payment_link: unknown;
        events: { kind: string }[];
      };
      expect(link).toBeNull();
      expect(events.filter(({ kind }) => kind === "link_closed")).toHaveLength(1);
    },
  );

  test("one that is CANCELLED already", async () => {
    const { merchant_transaction_id: reference } = await service.merchant.payment({}, null);
    await service.merchant.cancel(reference);
    const again = await service.merchant.cancel(reference);
    expect([again.status, again.json]).toEqual([400, ALREADY]);
  });
});

describe("cancelling (specification 4.3)", () => {
  test("rule 1: only the most recent record of the reference is affected", async () => {
    const created = await service.merchant.payment({}, "failure");
    await choose(created.payment_link, "retry");
    expect((await service.merchant.cancel(created.merchant_transaction_id)).status).toBe(200);
    expect(await statusesOf(created.merchant_transaction_id)).toEqual(["CANCELLED", "FAILURE"]);
  });

  test.each([
    ["absent", {}],
    ["null", { merchant_transaction_id: null }],
    ["empty", { merchant_transaction_id: "" }],
  ])("400 for a missing reference: %s (rule 3, specification 7)", async (_name, body) => {
    const reply = await service.merchant.send("/v1/route/transaction-cancel", body, ["x"]);
    expect([reply.status, reply.json]).toEqual([
      400,
      { success: false, message: expect.any(String) as string },
    ]);
  });

  test("a reference that is empty after trimming is 400", async () => {
    expect((await service.merchant.cancel(" \t ")).status).toBe(400);
  });

  test("404 Transaction not found (specification 7)", async () => {
    const reply = await service.merchant.cancel(newReference());
    expect([reply.status, reply.json]).toEqual([404, { success: false, message: "Transaction not found" }]);
  });
});
