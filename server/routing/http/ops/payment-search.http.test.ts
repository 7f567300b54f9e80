import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addMerchant } from "@/tools/testing/routing/add-merchant";
import { eventually, type MerchantCode, newReference } from "@/tools/testing/routing/merchant-code";
import { startTestService, type TestService } from "@/tools/testing/routing/service";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

type Item = {
  transaction_id: string;
  merchant_transaction_id: string;
  transaction_status: string;
  gateway_transaction_id: string;
  transaction_amount: string;
  transaction_date_time: string;
  attempt: number;
  refunded_amount: string;
  remaining_amount: string;
};
type Page = { payments: Item[]; next_cursor: string | null };

async function search(body: object, as = service.merchant): Promise<Page> {
  const reply = await as.ops("POST", "/v1/ops/payments/search", body);
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.json as Page;
}

const get = (transactionId: string, as = service.merchant): ReturnType<MerchantCode["ops"]> =>
  as.ops("POST", "/v1/ops/payments/get", { transaction_id: transactionId });

describe("payments.search", () => {
  test("every filter finds the payment that fits, and none that does not", async () => {
    const mark = newReference();
    const fields = {
      merchant_transaction_id: mark,
      transaction_amount: "777.10",
      payment_method: "UPI",
      udf1: `${mark}-1`,
      udf2: `${mark}-2`,
      udf3: `${mark}-3`,
      customer_details: { customer_email: "Asha+1@example.com", customer_phone: "9123456789" },
    };
    const created = await service.merchant.payment(fields);
    const [own] = (await search({ merchant_transaction_id: mark })).payments;
    expect(own).toMatchObject({
      transaction_id: created.transaction_id,
      transaction_status: "SUCCESS",
      transaction_amount: "777.10",
      attempt: 1,
      gateway: "simulator",
      payment_method: "UPI",
      refunded_amount: "0.00",
      remaining_amount: "777.10",
      masked_customer: { email: "A•••@e•••.com", phone: "••• 89", name: null },
    });
    expect(JSON.stringify(own)).not.toMatch(/Asha|91234/);
    const at = own?.transaction_date_time ?? "";
    const later = new Date(Date.parse(at) + 1).toISOString();
    const fits = [
      { status: ["SUCCESS"] },
      { status: ["DROP", "SUCCESS"] },
      { created_from: at },
      { created_until: later },
      { amount_min: "777.10" },
      { amount_max: "777.1" },
      { payment_method: "UPI" },
      { gateway: "simulator" },
      { reference_prefix: mark.slice(0, 20) },
      { reference_prefix_any_case: mark.slice(0, 20).toLowerCase() },
      { reference_prefix_any_case: mark.slice(0, 20).toUpperCase() },
      { gateway_transaction_id: own?.gateway_transaction_id },
      { transaction_id: created.transaction_id },
      { udf1: fields.udf1 },
      { udf2: fields.udf2 },
      { udf3: fields.udf3 },
      { customer_email: "Asha+1@example.com" },
      { customer_phone: "9123456789" },
    ];
    for (const filter of fits) {
      const found = await search({ merchant_transaction_id: mark, ...filter });
      expect([filter, found.payments.map((item) => item.transaction_id)]).toEqual([
        filter,
        [created.transaction_id],
      ]);
    }
    const misses = [
      { status: ["FAILURE"] },
      { created_from: later },
      { created_until: at },
      { amount_min: "777.11" },
      { amount_max: "777.09" },
      { payment_method: "CC" },
      { gateway: "stripe" },
      { reference_prefix: mark.toLowerCase() },
      { reference_prefix: `${mark}%` },
      { reference_prefix_any_case: `${mark}%` },
      { gateway_transaction_id: "nothing" },
      { transaction_id: "TXN" },
      { udf1: fields.udf2 },
      { customer_email: "asha+1@example.com" },
      { customer_phone: "912345678" },
    ];
    for (const filter of misses) {
      expect([filter, (await search({ merchant_transaction_id: mark, ...filter })).payments]).toEqual([
        filter,
        [],
      ]);
    }
  });

  test("pages miss none and repeat none while new payments come in", async () => {
    const mark = newReference();
    const made: string[] = [];
    for (let i = 0; i < 9; i += 1) {
      const { transaction_id: id } = await service.merchant.payment(
        { merchant_transaction_id: `${mark}-${i}` },
        i % 3 === 0 ? "failure" : "success",
      );
      made.unshift(id);
    }
    for (const filter of [{}, { status: ["SUCCESS", "FAILURE"] }]) {
      const found: string[] = [];
      let cursor: string | null = null;
      do {
        const page: Page = await search({ reference_prefix: mark, limit: 2, cursor, ...filter });
        expect(page.payments.length).toBeLessThanOrEqual(2);
        found.push(...page.payments.map((item) => item.transaction_id));
        await service.merchant.payment({ merchant_transaction_id: `${mark}-new-${newReference()}` });
        cursor = page.next_cursor;
      } while (cursor !== null);
      expect(found.filter((id) => made.includes(id))).toEqual(made);
      expect(new Set(found).size).toBe(found.length);
      made.unshift(
        ...(await search({ reference_prefix: `${mark}-new` })).payments.map((item) => item.transaction_id),
      );
    }
  });

  test("returns what was refunded and what remains, and nothing remains of one that was not paid", async () => {
    const mark = newReference();
    const paid = await service.merchant.payment({
      merchant_transaction_id: `${mark}-a`,
      transaction_amount: "100.00",
    });
    await service.merchant.payment({ merchant_transaction_id: `${mark}-b` }, "drop");
    await service.merchant.refund(paid.transaction_id, "30.00");
    await service.merchant.refund(paid.transaction_id, "1.91");
    const settled = await eventually(
      () => search({ reference_prefix: mark }),
      (page) =>
        page.payments.some((item) => item.refunded_amount === "30.00" && item.remaining_amount === "70.00"),
    );
    expect(settled.payments).toMatchObject([
      { transaction_status: "DROP", remaining_amount: "0.00" },
      { refunded_amount: "30.00", in_progress_amount: "0.00", remaining_amount: "70.00" },
    ]);
  });

  test("customer contact is in no list", async () => {
    const email = "contact-canary@example.com";
    await service.merchant.payment({
      customer_details: { customer_email: email, customer_phone: "9876500000", customer_name: "Canary" },
    });
    const reply = await service.merchant.ops("POST", "/v1/ops/payments/search", { customer_email: email });
    expect((reply.json as Page).payments).toHaveLength(1);
    expect(reply.text).not.toMatch(/canary|9876500000/i);
  });

  test("the next page comes although the payment that the page before ended with is kept no longer", async () => {
    const mark = newReference();
    for (let i = 0; i < 4; i += 1)
      await service.merchant.payment({ merchant_transaction_id: `${mark}-${i}` }, null);
    const all = await search({ reference_prefix: mark });
    const first = await search({ reference_prefix: mark, limit: 2 });
    const last = first.payments.at(-1)?.transaction_id;
    await service.db.query(`delete from payment_events where payment_id = $1`, [last]);
    await service.db.query(`delete from payments where id = $1`, [last]);
    const next = await search({ reference_prefix: mark, limit: 2, cursor: first.next_cursor });
    expect([...first.payments, ...next.payments]).toEqual(all.payments);
    expect(next.next_cursor).toBeNull();
  });

  test("another merchant finds nothing, and cannot go on from a cursor that is not its own", async () => {
    const { transaction_id: id } = await service.merchant.payment();
    const stranger = await addMerchant(service);
    expect((await search({}, stranger)).payments).toEqual([]);
    const reply = await stranger.ops("POST", "/v1/ops/payments/search", { cursor: id });
    expect([reply.status, reply.json]).toMatchObject([400, { faults: [{ field: "cursor" }] }]);
    const theirs = await get(id, stranger);
    const nobodys = await get("TXN202601010000000000000", stranger);
    expect([theirs.status, theirs.text]).toEqual([404, nobodys.text]);
  });

  test.each([
    ["status", { status: "SUCCESS" }],
    ["status", { status: [] }],
    ["status.0", { status: ["PAID"] }],
    ["status", { status: ["DROP", "DROP"] }],
    ["created_from", { created_from: "2026-01-01" }],
    ["created_until", { created_from: "2026-01-02T00:00:00Z", created_until: "2026-01-01T00:00:00+05:30" }],
    ["amount_min", { amount_min: 5 }],
    ["amount_max", { amount_max: "1e3" }],
    ["payment_method", { payment_method: "upi" }],
    ["reference_prefix", { reference_prefix: "" }],
    ["reference_prefix_any_case", { reference_prefix_any_case: "" }],
    ["udf1", { udf1: "a\u0000b" }],
    ["limit", { limit: 201 }],
    ["cursor", { cursor: "TXN-not-mine" }],
    ["customer_name", { customer_name: "Asha" }],
  ])("a wrong %s is 400 and named", async (field, body) => {
    const reply = await service.merchant.ops("POST", "/v1/ops/payments/search", body);
    expect([reply.status, reply.json]).toEqual([
      400,
      {
        detail: expect.stringContaining(`${field}: `) as string,
        faults: [{ field, text: expect.any(String) as string }],
      },
    ]);
  });
});
