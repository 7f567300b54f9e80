import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  choose,
  type CreatedPayment,
  newReference,
  paymentBody,
} from "@/tools/testing/routing/merchant-code";
import { startTestService, type TestService } from "@/tools/testing/routing/service";
import { faultsOf } from "@/tools/testing/routing/validation-faults";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const recordOf = async (reference: string) => (await service.merchant.records(reference))[0];

describe("a creation makes an INITIATED record (specification 3.1)", () => {
  test("a valid request whose rule matches creates a record and returns a payment link", async () => {
    const reference = newReference();
    const reply = await service.merchant.initiate({ merchant_transaction_id: reference });
    expect(reply.status).toBe(201);
    const body = reply.json as Record<string, unknown>;
    expect(Object.keys(body)).toEqual([
      "success",
      "payment_link",
      "transaction_id",
      "merchant_transaction_id",
      "message",
    ]);
    expect(body.success).toBe(true);
    expect(body.merchant_transaction_id).toBe(reference);
    expect(String(body.payment_link)).toMatch(new RegExp(`^${service.baseUrl}/pay/`));
    expect(await recordOf(reference)).toMatchObject({
      transaction_id: body.transaction_id,
      transaction_status: "INITIATED",
      gateway_transaction_id: null,
    });
  });
});

describe("ids (specification 2.1, decision 0030)", () => {
  test("transaction_id is TXN, the UTC date of the millisecond, and the 13-digit millisecond", async () => {
    const { transaction_id: id } = await service.merchant.payment({}, null);
    const [, date, ms] = /^TXN(\d{8})(\d{13})$/.exec(id) ?? [];
    expect(new Date(Number(ms)).toISOString().slice(0, 10).replaceAll("-", "")).toBe(date);
    expect(Math.abs(Date.now() - Number(ms))).toBeLessThan(60_000);
  });
});

describe("400 Already exists (specification 7)", () => {
  test("a reference can be created once, also after its payment succeeded, failed, dropped or was cancelled (decision 0029)", async () => {
    for (const end of ["success", "failure", "drop", "cancel", null] as const) {
      const created = await service.merchant.payment({}, end === "cancel" ? null : end);
      const reference = created.merchant_transaction_id;
      if (end === "cancel") await service.merchant.cancel(reference);
      const again = await service.merchant.initiate({ merchant_transaction_id: reference });
      expect([again.status, again.json]).toEqual([
        400,
        { success: false, message: [{ merchant_transaction_id: "Already exists" }] },
      ]);
    }
  });

  test("field errors are reported before the duplicate (decision 0026)", async () => {
    const { merchant_transaction_id: reference } = await service.merchant.payment({}, null);
    const reply = await service.merchant.initiate({ merchant_transaction_id: reference, udf1: 7 });
    expect(Object.keys(faultsOf(reply))).toEqual(["udf1"]);
  });

  test("of 200 creations of one reference at once, one is 201 and the rest are Already exists (failure 21)", async () => {
    const body = paymentBody();
    const replies = await Promise.all(Array.from({ length: 200 }, () => service.merchant.initiate(body)));
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(1);
    const refused = replies.filter((reply) => reply.status !== 201);
    for (const reply of refused) {
      expect(reply.json).toEqual({
        success: false,
        message: [{ merchant_transaction_id: "Already exists" }],
      });
    }
    const records = (await service.merchant.status(String(body.merchant_transaction_id))).json as unknown[];
    expect(records).toHaveLength(1);
  });
});

describe("no gateway opens a checkout (.94; specification 4.1, rule 1; decisions 0031 and 0210)", () => {
  test("201 with success false, both ids, a message and no payment_link; the record is FAILURE", async () => {
    const reference = newReference();
    const reply = await service.merchant.initiate({
      merchant_transaction_id: reference,
      transaction_amount: "10.94",
    });
    const record = await recordOf(reference);
    expect(reply.status).toBe(201);
    expect(reply.json).toEqual({
      success: false,
      transaction_id: record?.transaction_id,
      merchant_transaction_id: reference,
      message: expect.any(String) as string,
    });
    expect(record).toMatchObject({ transaction_status: "FAILURE" });
  });

  test("the reference may then be created again, as a new record that is listed first (decision 0029)", async () => {
    const reference = newReference();
    await service.merchant.initiate({ merchant_transaction_id: reference, transaction_amount: "10.94" });
    const again = await service.merchant.initiate({
      merchant_transaction_id: reference,
      transaction_amount: "11.00",
    });
    expect([again.status, (again.json as CreatedPayment).success]).toEqual([201, true]);
    const records = await service.merchant.records(reference);
    expect(records.map((record) => record.transaction_status)).toEqual(["INITIATED", "FAILURE"]);
  });

  test("a record that a dead process left without a link does not hold its reference for ever", async () => {
    const { merchant_transaction_id: reference } = await service.merchant.payment({}, null);
    await service.db.query(
      `update payments set link_issued_at = null, created_at = now() - interval '2 minutes'
       where merchant_transaction_id = $1`,
      [reference],
    );
    const again = await service.merchant.payment({ merchant_transaction_id: reference }, null);
    expect((await choose(again.payment_link, "success")).status).toBe(303);
    const records = await service.merchant.records(reference);
    expect(records.map((record) => record.transaction_status)).toEqual(["SUCCESS", "FAILURE"]);
  });
});
