import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addMerchant } from "@/tools/testing/routing/add-merchant";
import { startTestService, type TestService } from "@/tools/testing/routing/service";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

type Merchant = TestService["merchant"];
type Rate = {
  bucket: string;
  gateway: string;
  payments: number;
  paid: number;
  failed: number;
  unavoidable: number;
};
type Rates = { rates: Rate[]; since: string; complete: boolean };

const hour = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
const ofMonth = (more = {}) => ({
  from: hour(-30 * 24),
  until: hour(1),
  bucket: "day",
  time_zone: "Asia/Kolkata",
  ...more,
});

async function rates(merchant: Merchant, body: object): Promise<Rates> {
  const reply = await merchant.ops("POST", "/v1/ops/payments/success-rates", body);
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.json as Rates;
}

/** The ids of a filtered list, which a number of the screen leads to. */
async function listed(merchant: Merchant, filter: object): Promise<string[]> {
  const reply = await merchant.ops("POST", "/v1/ops/payments/search", { limit: 200, ...filter });
  if (reply.status !== 200) throw new Error(reply.text);
  return (reply.json as { payments: { transaction_id: string }[] }).payments.map(
    ({ transaction_id: id }) => id,
  );
}

/** Sets what the simulator cannot report: another gateway, its code, and a creation in the past. */
async function change(id: string, fields: { gateway: string; code: string | null; at?: string }) {
  await service.db.query(
    "update payments set gateway = $2, failure_code = $3, created_at = coalesce($4, created_at) where id = $1",
    [id, fields.gateway, fields.code, fields.at ?? null],
  );
}

const DAY = "2026-01-10";

describe("success rates of a merchant's gateways (decision 0316)", () => {
  let merchant: Merchant;
  beforeAll(async () => {
    merchant = await addMerchant(service);
    const end = async (outcome: "failure" | "drop" | "success", amount = "500.00", method = "UPI") =>
      (await merchant.payment({ transaction_amount: amount, payment_method: method }, outcome))
        .transaction_id;
    const north = "simulator-north";
    await change(await end("success"), { gateway: "stripe", code: null });
    await change(await end("success", "1500.00"), { gateway: "stripe", code: "card_declined" });
    await change(await end("failure"), { gateway: "stripe", code: "Insufficient_Funds" });
    await change(await end("failure", "500.00", "NB"), { gateway: "stripe", code: "card_declined" });
    await change(await end("failure"), { gateway: "stripe", code: null });
    await change(await end("drop"), { gateway: "stripe", code: null });
    await change(await end("drop"), { gateway: "stripe", code: "processing_error" });
    await merchant.payment({ payment_method: "UPI" }, null);
    await change(await end("success", "99.99"), { gateway: north, code: null });
    // 23:45 and 00:15 in India, of which the first is still the day before in both zones.
    await change(await end("success"), { gateway: north, code: null, at: `${DAY}T18:15:00Z` });
    await change(await end("failure"), { gateway: north, code: null, at: `${DAY}T18:45:00Z` });
  });

  test("a declined payment counts against its gateway, unless no gateway could have avoided it", async () => {
    const { rates: counted, complete, since } = await rates(merchant, ofMonth());
    expect(complete).toBe(true);
    expect(Date.parse(since)).toBeLessThan(Date.parse(hour(-29 * 24)));
    expect(counted.map(({ bucket: _, ...rate }) => rate)).toEqual([
      { gateway: "simulator", payments: 1, paid: 0, failed: 0, unavoidable: 0 },
      { gateway: "simulator-north", payments: 1, paid: 1, failed: 0, unavoidable: 0 },
      { gateway: "stripe", payments: 7, paid: 2, failed: 3, unavoidable: 2 },
    ]);
  });

  test("of a currency, a card scheme and a bank only those are counted, and the kinds are those that payments have", async () => {
    const other = await addMerchant(service);
    const kinds = async () => {
      const reply = await other.ops("POST", "/v1/ops/payments/kinds", { from: hour(-1), until: hour(1) });
      return reply.json;
    };
    expect(await kinds()).toEqual({ currencies: [], card_schemes: [], issuing_banks: [] });
    const card = { payment_method: "CC", card_scheme: "VISA", issuing_bank: "HDFC" };
    await other.payment({ ...card, transaction_amount: "500.00" }, "success");
    await other.payment({ ...card, transaction_amount: "500.00", issuing_bank: "ICICI" }, "failure");
    await other.payment({ payment_method: "UPI", transaction_amount: "500.00", currency: "USD" }, "success");
    expect(await kinds()).toMatchObject({
      currencies: ["INR", "USD"],
      card_schemes: ["VISA"],
      issuing_banks: ["HDFC", "ICICI"],
    });
    const of = async (filter: object): Promise<number[][]> =>
      (await rates(other, ofMonth(filter))).rates.map(({ payments, paid, failed, unavoidable }) => [
        payments,
        paid,
        failed + unavoidable,
      ]);
    expect(await of({})).toEqual([[3, 2, 1]]);
    expect(await of({ currency: "USD" })).toEqual([[1, 1, 0]]);
    expect(await of({ card_scheme: "VISA" })).toEqual([[2, 1, 1]]);
    expect(await of({ card_scheme: "VISA", issuing_bank: "icici" })).toEqual([[1, 0, 1]]);
    expect(await of({ issuing_bank: "HDFC", payment_method: "UPI" })).toEqual([]);
  });

  test("of a method and a range of amounts only those are counted", async () => {
    const of = async (filter: object): Promise<Record<string, number[]>> =>
      Object.fromEntries(
        (await rates(merchant, ofMonth(filter))).rates.map(
          ({ gateway, payments, paid, failed, unavoidable }) => [
            gateway,
            [payments, paid, failed, unavoidable],
          ],
        ),
      );
    expect(await of({ payment_method: "NB" })).toEqual({ stripe: [1, 0, 1, 0] });
    expect(await of({ amount_min: "1000.00" })).toEqual({ stripe: [1, 1, 0, 0] });
    expect(await of({ amount_max: "99.99" })).toEqual({ "simulator-north": [1, 1, 0, 0] });
    expect(await of({ payment_method: "UPI", amount_min: "100.00", amount_max: "999.99" })).toEqual({
      simulator: [1, 0, 0, 0],
      stripe: [5, 1, 2, 2],
    });
  });

  test("each number is that of the list with the same filters", async () => {
    const segment = { payment_method: "UPI", amount_min: "100.00", amount_max: "999.99" };
    const body = ofMonth(segment);
    const stripe = (await rates(merchant, body)).rates.find(({ gateway }) => gateway === "stripe");
    const filter = { ...segment, gateway: "stripe", created_from: body.from, created_until: body.until };
    const [all, paid, failed, unavoidable, narrowed] = await Promise.all([
      listed(merchant, filter),
      listed(merchant, { ...filter, status: ["SUCCESS"] }),
      listed(merchant, { ...filter, avoidability: ["mendable", "unknown"] }),
      listed(merchant, { ...filter, avoidability: ["unavoidable"] }),
      listed(merchant, {
        ...filter,
        avoidability: ["unavoidable"],
        decline_reason: ["insufficient_funds", "unknown"],
      }),
    ]);
    expect([all, paid, failed, unavoidable].map(({ length }) => length)).toEqual([
      stripe?.payments,
      stripe?.paid,
      stripe?.failed,
      stripe?.unavoidable,
    ]);
    expect(narrowed).toHaveLength(1);
  });

  test("also of a currency, a card scheme and a bank, each number is that of the list with the same filters", async () => {
    const other = await addMerchant(service);
    const pay = (outcome: "success" | "failure", fields: object, amount = "500.00") =>
      other.payment({ transaction_amount: amount, ...fields }, outcome);
    const card = { payment_method: "CC", card_scheme: "visa", issuing_bank: "Hdfc" };
    await pay("success", card);
    await pay("success", { ...card, currency: "USD" });
    await pay("success", { ...card, card_scheme: "RUPAY" });
    await pay("success", { ...card, issuing_bank: "ICICI" });
    await pay("success", { payment_method: "UPI" });
    await pay("failure", card, "500.81");
    await pay("failure", card, "500.84");
    await pay("failure", { ...card, currency: "USD" }, "500.84");
    const body = ofMonth();
    for (const [kind, expected] of [
      [{ card_scheme: "VISA" }, [6, 3, 2, 1]],
      [{ issuing_bank: "hdfc" }, [6, 3, 2, 1]],
      [{ currency: "USD" }, [2, 1, 1, 0]],
      [{ card_scheme: "VISA", issuing_bank: "HDFC", currency: "INR", payment_method: "CC" }, [3, 1, 1, 1]],
    ] as const) {
      const [rate, ...more] = (await rates(other, { ...body, ...kind })).rates;
      const filter = { ...kind, gateway: "simulator", created_from: body.from, created_until: body.until };
      const lists = await Promise.all([
        listed(other, filter),
        listed(other, { ...filter, status: ["SUCCESS"] }),
        listed(other, { ...filter, avoidability: ["mendable", "unknown"] }),
        listed(other, { ...filter, avoidability: ["unavoidable"] }),
      ]);
      expect(lists.map(({ length }) => length)).toEqual(expected);
      expect(more).toEqual([]);
      expect([rate?.payments, rate?.paid, rate?.failed, rate?.unavoidable]).toEqual(expected);
    }
    expect(await listed(merchant, { card_scheme: "VISA" })).toEqual([]);
    const refused = await other.ops("POST", "/v1/ops/payments/search", {
      card_scheme: "VIZA",
      currency: "rupee",
    });
    expect(refused.json).toMatchObject({ faults: [{ field: "currency" }, { field: "card_scheme" }] });
  });

  test("days and hours begin where the viewer is", async () => {
    const of = async (bucket: string, zone: string) =>
      (
        await rates(merchant, {
          from: `${DAY}T00:00:00Z`,
          until: "2026-01-12T00:00:00Z",
          bucket,
          time_zone: zone,
        })
      ).rates.map(({ bucket: begins, paid, failed }) => [begins, paid, failed]);
    expect(await of("day", "Asia/Kolkata")).toEqual([
      ["2026-01-09T18:30:00.000Z", 1, 0],
      ["2026-01-10T18:30:00.000Z", 0, 1],
    ]);
    expect(await of("day", "UTC")).toEqual([["2026-01-10T00:00:00.000Z", 1, 1]]);
    expect(await of("hour", "Asia/Kolkata")).toEqual([
      ["2026-01-10T17:30:00.000Z", 1, 0],
      ["2026-01-10T18:30:00.000Z", 0, 1],
    ]);
  });

  test("another merchant has none, and a zone that only the runtime knows is refused by its name", async () => {
    const other = await addMerchant(service);
    expect((await rates(other, ofMonth())).rates).toEqual([]);
    const reply = await other.ops(
      "POST",
      "/v1/ops/payments/success-rates",
      ofMonth({ amount_min: "1.00", time_zone: "Nowhere/At_All" }),
    );
    expect(reply.status).toBe(400);
    expect(reply.json).toMatchObject({ faults: [{ field: "time_zone" }] });
  });
});
