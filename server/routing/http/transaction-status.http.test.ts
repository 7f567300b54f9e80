import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addMerchant } from "@/tools/testing/routing/add-merchant";
import { choose, newReference } from "@/tools/testing/routing/merchant-code";
import { startTestService, type TestService } from "@/tools/testing/routing/service";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const PATH = "/v1/route/transaction-status";

describe("transaction status (specification 4.2)", () => {
  test("200 with an array of records, each with the fields of specification 2.1, the udf fields, and the mark of a test", async () => {
    const created = await service.merchant.payment({ transaction_amount: "1499", udf2: "two" });
    const reply = await service.merchant.status(created.merchant_transaction_id);
    expect(reply.status).toBe(200);
    const [record] = reply.json as Record<string, unknown>[];
    expect(record).toEqual({
      transaction_id: created.transaction_id,
      merchant_transaction_id: created.merchant_transaction_id,
      transaction_amount: "1499.00",
      transaction_status: "SUCCESS",
      transaction_date_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
      gateway_transaction_id: expect.any(String) as string,
      currency: "INR",
      udf1: null,
      udf2: "two",
      udf3: null,
      test: true,
    });
  });

  test("the records of one reference are listed newest first (specification 2.1)", async () => {
    const created = await service.merchant.payment({}, "failure");
    await choose(created.payment_link, "retry");
    await choose(created.payment_link, "drop");
    await choose(created.payment_link, "retry");
    const reply = await service.merchant.status(created.merchant_transaction_id);
    const records = reply.json as { transaction_id: string; transaction_status: string }[];
    expect(records.map((record) => record.transaction_status)).toEqual(["INITIATED", "DROP", "FAILURE"]);
    expect(records.map((record) => record.transaction_id)).toEqual(
      records
        .map((record) => record.transaction_id)
        .sort()
        .reverse(),
    );
    expect(records.at(-1)?.transaction_id).toBe(created.transaction_id);
  });

  test("404 Transaction not found (specification 7)", async () => {
    const reply = await service.merchant.status(newReference());
    expect([reply.status, reply.json]).toEqual([404, { success: false, message: "Transaction not found" }]);
  });

  test.each([
    ["absent", {}],
    ["null", { merchant_transaction_id: null }],
    ["a number", { merchant_transaction_id: 5 }],
    ["empty", { merchant_transaction_id: "" }],
  ])(
    "a reference that is %s is 400 in the endpoint's shape, before the hash is checked (decision 0026)",
    async (_name, body) => {
      const reply = await service.merchant.send(PATH, body, ["whatever"]);
      expect([reply.status, reply.json]).toEqual([
        400,
        { success: false, message: expect.any(String) as string },
      ]);
    },
  );

  test.each([
    ["blank", "  "],
    ["256 characters", "a".repeat(256)],
    ["NUL", "a\u0000"],
  ])("a reference that is %s is 400 after the hash: 401 with a wrong one", async (_name, reference) => {
    expect((await service.merchant.status(reference)).status).toBe(400);
    expect(
      (await service.merchant.send(PATH, { merchant_transaction_id: reference }, ["other"])).status,
    ).toBe(401);
  });

  test("255 characters are within the limit: not found, not refused", async () => {
    expect((await service.merchant.status("🙂".repeat(255))).status).toBe(404);
  });
});

test("of many merchants and references that are requested at once, each is answered with its own (0195)", async () => {
  const merchants = [service.merchant, await addMerchant(service), await addMerchant(service)];
  // One reference that both merchants have, and one that only the first has.
  const [shared, single] = [newReference(), newReference()];
  const owners = await Promise.all(
    merchants.map(async (merchant) => ({
      merchant,
      ofShared: (await merchant.payment({ merchant_transaction_id: shared })).transaction_id,
    })),
  );
  const ofSingle = (await service.merchant.payment({ merchant_transaction_id: single })).transaction_id;

  const requests = Array.from({ length: 40 }, () => owners)
    .flat()
    .flatMap(({ merchant, ofShared }) => [
      { merchant, reference: shared, expected: ofShared },
      { merchant, reference: single, expected: merchant === service.merchant ? ofSingle : null },
    ]);
  const responses = await Promise.all(
    requests.map(async ({ merchant, reference }) => {
      const reply = await merchant.status(reference);
      return reply.status === 404 ? null : (reply.json as { transaction_id: string }[])[0]?.transaction_id;
    }),
  );
  expect(responses).toEqual(requests.map(({ expected }) => expected));
});
