import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { MerchantCode } from "@/tools/testing/routing/merchant-code";
import { startTestService, type TestService } from "@/tools/testing/routing/service";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

describe("payments.counts", () => {
  const counts = (body: object): ReturnType<MerchantCode["ops"]> =>
    service.merchant.ops("POST", "/v1/ops/payments/counts", body);

  /** Inserts payments into a year that no other test writes to. */
  async function insertPayments(rows: { at: string; paise: string; currency?: string; method?: string }[]) {
    for (const [i, { at, paise, currency = "INR", method = null }] of rows.entries()) {
      await service.db.query(
        `insert into payments (merchant_id, id, merchant_transaction_id, attempt, amount_paise, currency, status,
           checkout_token, payment_method, routing_decision, created_at, expires_at, completed_at)
         values (1, $1, $1, 1, $2, $3, 'SUCCESS', 't', $4, '{}', $5, $5, $5)`,
        [`COUNT-${at}-${i}`, paise, currency, method, at],
      );
    }
  }

  test("sums are exact beyond what a float holds, and each currency is apart", async () => {
    await insertPayments([
      { at: "2001-01-01T10:00:00Z", paise: "999999999999999" },
      { at: "2001-01-01T11:00:00Z", paise: "999999999999999" },
      { at: "2001-01-01T12:00:00Z", paise: "999999999999998" },
      { at: "2001-01-01T12:00:00Z", paise: "12345", currency: "USD" },
    ]);
    const reply = await counts({
      from: "2001-01-01T00:00:00Z",
      until: "2001-02-01T00:00:00Z",
      bucket: "day",
      time_zone: "UTC",
    });
    expect(reply.json).toEqual({
      counts: [
        {
          bucket: "2001-01-01T00:00:00.000Z",
          status: "SUCCESS",
          currency: "INR",
          count: 3,
          amount: "29999999999999.96",
        },
        {
          bucket: "2001-01-01T00:00:00.000Z",
          status: "SUCCESS",
          currency: "USD",
          count: 1,
          amount: "123.45",
        },
      ],
    });
  });

  test("a day begins where the time zone says, also when the clocks change, and the end is exclusive", async () => {
    await insertPayments([
      { at: "2002-03-30T22:59:00Z", paise: "100" },
      { at: "2002-03-30T23:00:00Z", paise: "200" },
      { at: "2002-03-31T21:59:00Z", paise: "400" },
      { at: "2002-03-31T22:00:00Z", paise: "800" },
      { at: "2002-04-01T22:00:00Z", paise: "1600" },
    ]);
    const reply = await counts({
      from: "2002-03-30T00:00:00+01:00",
      until: "2002-04-02T00:00:00+02:00",
      bucket: "day",
      time_zone: "Europe/Berlin",
    });
    expect((reply.json as { counts: object[] }).counts).toMatchObject([
      { bucket: "2002-03-29T23:00:00.000Z", amount: "1.00" },
      { bucket: "2002-03-30T23:00:00.000Z", count: 2, amount: "6.00" },
      { bucket: "2002-03-31T22:00:00.000Z", amount: "8.00" },
    ]);
  });

  test("split by method: each method apart, and those without one as null", async () => {
    await insertPayments([
      { at: "2003-01-01T10:00:00Z", paise: "100", method: "UPI" },
      { at: "2003-01-20T10:00:00Z", paise: "200", method: "UPI" },
      { at: "2003-01-20T10:00:00Z", paise: "400" },
    ]);
    const reply = await counts({
      from: "2003-01-01T00:00:00Z",
      until: "2004-01-01T00:00:00Z",
      bucket: "month",
      time_zone: "Asia/Kolkata",
      split_by: "payment_method",
    });
    expect((reply.json as { counts: object[] }).counts).toMatchObject([
      { payment_method: "UPI", count: 2, amount: "3.00" },
      { payment_method: null, count: 1, amount: "4.00" },
    ]);
  });

  test("the worker sums what is past, and the counts stay what they were", async () => {
    await insertPayments([
      { at: "2004-05-01T10:00:00Z", paise: "100", method: "UPI" },
      { at: "2004-05-01T18:29:59Z", paise: "200" },
      { at: "2004-05-01T18:30:00Z", paise: "400" },
    ]);
    const days = {
      from: "2004-05-01T00:00:00+05:30",
      until: "2004-05-03T00:00:00+05:30",
      bucket: "day",
      time_zone: "Asia/Kolkata",
    };
    const before = await counts(days);
    expect(before.json).toMatchObject({ counts: [{ count: 2 }, { count: 1 }] });
    // The job runs every minute.
    await service.db.query("update schedules set due_at = now() where task = 'sum-payments'");
    const summed = async (): Promise<number> => {
      const { rows } = await service.db.query<{ n: number }>(
        "select sum(count)::integer as n from payment_sums where starts_at between $1 and $2",
        [days.from, days.until],
      );
      return rows[0]?.n ?? 0;
    };
    await expect.poll(summed, { timeout: 45_000 }).toBe(3);
    expect((await counts(days)).json).toEqual(before.json);
  });

  const span = {
    from: "2001-01-01T00:00:00Z",
    until: "2001-01-02T00:00:00Z",
    bucket: "hour",
    time_zone: "UTC",
  };
  test.each([
    ["from", { ...span, from: undefined }],
    ["until", { ...span, until: span.from }],
    ["until", { ...span, until: "2001-02-02T00:00:00Z" }],
    ["until", { ...span, bucket: "month", until: "2011-02-02T00:00:00Z" }],
    ["bucket", { ...span, bucket: "minute" }],
    ["time_zone", { ...span, time_zone: "Mars/Olympus" }],
    ["time_zone", { ...span, time_zone: "+05:30" }],
    ["time_zone", { ...span, time_zone: "IST" }],
    ["time_zone", { ...span, time_zone: "US/Pacific-New" }],
    ["time_zone", { ...span, time_zone: "UTC'; drop table payments; --" }],
    ["split_by", { ...span, split_by: "status" }],
  ])("a wrong %s is 400 and named", async (field, body) => {
    const reply = await counts(body);
    expect([reply.status, reply.json]).toMatchObject([400, { faults: [{ field }] }]);
  });
});
