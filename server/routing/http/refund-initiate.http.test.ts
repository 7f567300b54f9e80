import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NOT_ACCEPTED } from "@/lib/text";
import { eventually } from "@/tools/testing/routing/merchant-code";
import { startTestService, type TestService } from "@/tools/testing/routing/service";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const refusal = (message: string) => ({ success: false, message, data: null });
const exceeds = (remaining: string) =>
  refusal(`Refund amount exceeds refundable balance. Remaining refundable: ${remaining}`);
const PATH = "/v1/route/refund-initiate/";

describe("a new refund (specification 4.4 and 3.2)", () => {
  test("201 with the listed fields; a new refund is INITIATED", async () => {
    const payment = await service.merchant.payment();
    const reply = await service.merchant.refund(payment.transaction_id, "120.5", {
      refund_reason: "Damaged",
    });
    expect(reply.status).toBe(201);
    expect(reply.json).toEqual({
      success: true,
      refund_id: expect.stringMatching(/^RFD\d{8}\d{13}$/) as string,
      transaction_id: payment.transaction_id,
      merchant_transaction_id: payment.merchant_transaction_id,
      refund_amount: "120.50",
      refund_status: "INITIATED",
    });
  });

  test("rule 3: a JSON number is hashed by its own characters", async () => {
    const { transaction_id: id } = await service.merchant.payment();
    const body = `{"transaction_id":"${id}","refund_amount":10.50}`;
    expect((await service.merchant.send(PATH, body, [id, "10.5"])).status).toBe(401);
    expect((await service.merchant.send(PATH, body, [id, "10.50"])).status).toBe(201);
  });

  test("rule 2: partial refunds until the balance is used up, exact to the paisa (failure 12)", async () => {
    const { transaction_id: id } = await service.merchant.payment({ transaction_amount: "500.00" });
    expect((await service.merchant.refund(id, "120.25")).status).toBe(201);
    const over = await service.merchant.refund(id, "379.76");
    expect([over.status, over.json]).toEqual([400, exceeds("379.75")]);
    expect((await service.merchant.refund(id, "379.74")).status).toBe(201);
    const one = await service.merchant.refund(id, "0.02");
    expect([one.status, one.json]).toEqual([400, exceeds("0.01")]);
    expect((await service.merchant.refund(id, "0.01")).status).toBe(201);
    const none = await service.merchant.refund(id, "0.01");
    expect([none.status, none.json]).toEqual([400, exceeds("0.00")]);
  });

  test("rule 2: a refund that FAILED gives its amount back to the balance (decision 0034; .91 fails, decision 0210)", async () => {
    const { transaction_id: id } = await service.merchant.payment({ transaction_amount: "50.91" });
    const refund = (await service.merchant.refund(id, "50.91")).json as { refund_id: string };
    expect((await service.merchant.refund(id, "0.01")).json).toEqual(exceeds("0.00"));
    await eventually(
      async () => (await service.merchant.refundStatus(refund.refund_id)).json as { refund_status: string },
      (seen) => seen.refund_status === "FAILURE",
    );
    expect((await service.merchant.refund(id, "50.90")).status).toBe(201);
  });

  test("of 60 refunds at once none goes over, and the whole balance is reached (failure 23)", async () => {
    const { transaction_id: id } = await service.merchant.payment({ transaction_amount: "100.00" });
    const replies = await Promise.all(Array.from({ length: 60 }, () => service.merchant.refund(id, "2.50")));
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(40);
    for (const reply of replies.filter((reply) => reply.status !== 201))
      expect(reply.json).toEqual(exceeds("0.00"));
    const { rows } = await service.db.query<{ total: string }>(
      `select sum(amount_paise)::text as total from refunds where payment_id = $1`,
      [id],
    );
    expect(rows[0]?.total).toBe("10000");
  });
});

describe("400 Refund is allowed only for successful transactions. (specification 7)", () => {
  test.each([
    ["INITIATED", null],
    ["FAILURE", "failure"],
    ["DROP", "drop"],
  ] as const)("rule 1: the payment is %s", async (_status, outcome) => {
    const { transaction_id: id } = await service.merchant.payment({}, outcome);
    const reply = await service.merchant.refund(id, "1.00");
    expect([reply.status, reply.json]).toEqual([
      400,
      refusal("Refund is allowed only for successful transactions."),
    ]);
  });

  test("rule 1: the payment is CANCELLED", async () => {
    const payment = await service.merchant.payment({}, null);
    await service.merchant.cancel(payment.merchant_transaction_id);
    const reply = await service.merchant.refund(payment.transaction_id, "1.00");
    expect(reply.json).toEqual(refusal("Refund is allowed only for successful transactions."));
  });
});

describe("404 Transaction not found. (specification 7)", () => {
  test("an unknown transaction id, and the merchant reference in its place", async () => {
    const payment = await service.merchant.payment();
    for (const id of ["TXN202601011767225600000", payment.merchant_transaction_id, "🙂".repeat(255)]) {
      const reply = await service.merchant.refund(id, "1.00");
      expect([reply.status, reply.json]).toEqual([404, refusal("Transaction not found.")]);
    }
  });
});

describe("400 for a field at fault (specification 7 and 8)", () => {
  test.each(["0", "0.00", "-1.00", "1e1", "1.001", "abc", " 1", "10000000000000.00"])(
    "refund_amount %j",
    async (amount) => {
      const { transaction_id: id } = await service.merchant.payment();
      const reply = await service.merchant.refund(id, amount);
      expect([reply.status, reply.json]).toEqual([
        400,
        refusal(expect.stringContaining("refund_amount") as string),
      ]);
    },
  );

  const NO_AMOUNT = "refund_amount: Must be an amount greater than 0 with at most two decimals.";
  test.each<[string, object, string]>([
    ["transaction_id absent", { refund_amount: "1.00" }, "transaction_id: This field is required."],
    [
      "transaction_id a number",
      { transaction_id: 5, refund_amount: "1" },
      "transaction_id: Must be a string.",
    ],
    [
      "transaction_id empty",
      { transaction_id: "", refund_amount: "1" },
      "transaction_id: Must not be empty.",
    ],
    [
      "refund_amount null",
      { transaction_id: "TXN1", refund_amount: null },
      "refund_amount: This field is required.",
    ],
    ["refund_amount a boolean", { transaction_id: "TXN1", refund_amount: true }, NO_AMOUNT],
    ["refund_amount empty", { transaction_id: "TXN1", refund_amount: "" }, NO_AMOUNT],
  ])("%s is 400 before the hash (decision 0026)", async (_name, body, message) => {
    const reply = await service.merchant.send(PATH, body, ["wrong"]);
    expect([reply.status, reply.json]).toEqual([400, refusal(message)]);
  });

  test.each([
    ["blank", " "],
    ["256 characters", "T".repeat(256)],
    ["NUL", "T\u0000"],
  ])("a transaction_id that is %s is 400 after the hash", async (_name, id) => {
    expect((await service.merchant.refund(id, "1.00")).status).toBe(400);
    expect(
      (await service.merchant.send(PATH, { transaction_id: id, refund_amount: "1.00" }, ["x"])).status,
    ).toBe(401);
  });

  test("an empty refund_reason is none", async () => {
    const { transaction_id: id } = await service.merchant.payment();
    const reply = await service.merchant.refund(id, "1.00", { refund_reason: "" });
    const { refund_id: refundId } = reply.json as { refund_id: string };
    expect((await service.merchant.refundStatus(refundId)).json).toMatchObject({ refund_reason: null });
  });

  test.each([
    ["a number", 5, "Must be a string."],
    ["NUL", "a\u0000", NOT_ACCEPTED],
    ["a noncharacter", "a\uffff", NOT_ACCEPTED],
    ["501 characters", "✨".repeat(501), "Must be at most 500 characters."],
  ])("a refund_reason that is %s is 400", async (_name, refund_reason, fault) => {
    const { transaction_id: id } = await service.merchant.payment();
    const reply = await service.merchant.refund(id, "1.00", { refund_reason });
    expect(reply.status).toBe(400);
    expect(reply.json).toMatchObject({ success: false, message: `refund_reason: ${fault}` });
  });
});
