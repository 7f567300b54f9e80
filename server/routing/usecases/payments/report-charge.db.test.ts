import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { choose, type CreatedPayment, eventually } from "@/tools/testing/routing/merchant-code";
import { avoidabilityOf } from "../../domain/payments/decline-reason";
import { declineReasonOf } from "../../gateway/decline-reasons";
import { depsOn } from "@/tools/testing/routing/deps";
import { startTestService, type TestService } from "@/tools/testing/routing/service";
import { findPayment } from "../../store/payments/payments";
import { applyGatewayPayment } from "./apply-gateway-payment";
import { reportCharge } from "./report-charge";

let service: TestService;
let close: () => Promise<void>;
let deps: ReturnType<typeof depsOn>["deps"];
beforeAll(async () => {
  service = await startTestService();
  ({ deps, close } = depsOn(service));
});
afterAll(async () => {
  await close();
  await service.stop();
});

const SANDBOX = 1;
/** 500.00 INR, the amount of the payments in these tests. */
const late = {
  status: "SUCCESS",
  gatewayTransactionId: "simpay_late",
  amountPaise: 50_000n,
  currency: "INR",
} as const;

const statusOf = async (payment: CreatedPayment): Promise<string | undefined> =>
  (
    (await service.merchant.status(payment.merchant_transaction_id)).json as { transaction_status: string }[]
  )[0]?.transaction_status;

describe("a gateway reports success for a payment that has ended otherwise (decision 0004)", () => {
  test.each([["CANCELLED"], ["DROP"], ["FAILURE"]] as const)(
    "%s stays; the money is sent back at the gateway once, however often it is reported, and recorded for operators",
    async (status) => {
      const payment = await service.merchant.payment({}, null);
      const id = payment.transaction_id;
      if (status === "CANCELLED") await service.merchant.cancel(payment.merchant_transaction_id);
      else await choose(payment.payment_link, status === "DROP" ? "drop" : "failure");

      const charge = { ...late, gatewayTransactionId: `${late.gatewayTransactionId}_${id}` };
      const reports = await Promise.all(
        Array.from({ length: 5 }, () => reportCharge(deps, SANDBOX, id, charge)),
      );
      expect(new Set(reports.map((report) => report.kind))).toEqual(new Set(["reversing"]));

      const [record] = await service.merchant.records(payment.merchant_transaction_id);
      expect(record).toMatchObject({ transaction_status: status });
      const reversal = await eventually(
        async () =>
          (
            await service.db.query<{ status: string; amount_paise: string }>(
              `select status, amount_paise from refunds where kind = 'reversal' and payment_id = $1`,
              [id],
            )
          ).rows,
        (rows) => rows[0]?.status === "SUCCESS",
      );
      expect(reversal).toEqual([{ status: "SUCCESS", amount_paise: "50000" }]);
      const sentBack = await service.db.query(`select 1 from simulator.refunds where transaction_id = $1`, [
        charge.gatewayTransactionId,
      ]);
      expect(sentBack.rows).toHaveLength(1);
      const events = await service.db.query(
        `select 1 from payment_events where payment_id = $1 and kind = 'late_success_reversed'`,
        [id],
      );
      expect(events.rows).toHaveLength(1);
    },
  );

  test("the same success reported again changes nothing; a second charge of a paid payment is sent back", async () => {
    const payment = await service.merchant.payment();
    const [record] = (await service.merchant.status(payment.merchant_transaction_id)).json as {
      gateway_transaction_id: string;
    }[];
    const own = { ...late, gatewayTransactionId: record?.gateway_transaction_id ?? "" };
    expect((await reportCharge(deps, SANDBOX, payment.transaction_id, own)).kind).toBe("unchanged");
    const second = { ...late, gatewayTransactionId: "simpay_second" };
    expect((await reportCharge(deps, SANDBOX, payment.transaction_id, second)).kind).toBe("reversing");
  });

  describe("of two charges of one checkout", () => {
    const twoCharges = async () => {
      const { transaction_id: id } = await service.merchant.payment({}, null);
      const [a, b] = ["a", "b"].map((each) => ({ ...late, gatewayTransactionId: `simpay_${each}_${id}` }));
      if (a === undefined || b === undefined) throw new Error("no charges");
      const find = async () => {
        const payment = await findPayment(deps.pool, SANDBOX, id);
        if (payment === null) throw new Error("no payment");
        return payment;
      };
      const reversals = async () =>
        (
          await service.db.query<{ id: string; amount_paise: string }>(
            "select charge as id, amount_paise from refunds where kind = 'reversal' and payment_id = $1",
            [id],
          )
        ).rows;
      return { a, b, find, reversals };
    };

    test("the first pays, and the other is sent back once, in whichever order they are reported", async () => {
      const { a, b, find, reversals } = await twoCharges();
      await applyGatewayPayment(deps, await find(), { ...a, otherCharges: [b] });
      await applyGatewayPayment(deps, await find(), { ...b, otherCharges: [a] });
      expect(await find()).toMatchObject({ status: "SUCCESS", gatewayTransactionId: a.gatewayTransactionId });
      expect(await reversals()).toEqual([{ id: b.gatewayTransactionId, amount_paise: "50000" }]);
    });

    test("one pays and the other is sent back once, however many report both at the same time", async () => {
      const { a, b, find, reversals } = await twoCharges();
      const payment = await find();
      await Promise.all(
        Array.from({ length: 6 }, (_, n) =>
          applyGatewayPayment(
            deps,
            payment,
            n % 2 === 0 ? { ...a, otherCharges: [b] } : { ...b, otherCharges: [a] },
          ),
        ),
      );
      const { status, gatewayTransactionId: own } = await find();
      expect(status).toBe("SUCCESS");
      const other = own === a.gatewayTransactionId ? b : a;
      expect(await reversals()).toEqual([{ id: other.gatewayTransactionId, amount_paise: "50000" }]);
    });
  });

  test("a failure reported for a payment that has ended changes nothing", async () => {
    const payment = await service.merchant.payment();
    const failed = { status: "FAILURE", gatewayTransactionId: "simpay_x" } as const;
    expect((await reportCharge(deps, SANDBOX, payment.transaction_id, failed)).kind).toBe("unchanged");
    const [record] = await service.merchant.records(payment.merchant_transaction_id);
    expect(record).toMatchObject({ transaction_status: "SUCCESS" });
  });
});

describe("the gateway's reason of a failure (decision 0312)", () => {
  const reasonOf = async (id: string): Promise<unknown> =>
    (
      await service.db.query(
        `select failure_code as code, failure_message as message from payments where id = $1`,
        [id],
      )
    ).rows[0];

  test("is kept with the payment, cleaned", async () => {
    const { transaction_id: id } = await service.merchant.payment({}, null);
    const failure = { code: "insufficient_funds", message: "Card 4242 4242 4242 4242:\nno\u0000 money" };
    await reportCharge(deps, SANDBOX, id, { status: "FAILURE", gatewayTransactionId: null, failure });
    expect(await reasonOf(id)).toEqual({ code: "insufficient_funds", message: "Card •••: no money" });
  });

  test("may come after the payment ended, and never for a paid one", async () => {
    const failure = { code: "do_not_honor", message: null };
    const dropped = await service.merchant.payment({}, null);
    await choose(dropped.payment_link, "drop");
    const paid = await service.merchant.payment();
    for (const { transaction_id: id } of [dropped, paid]) {
      const payment = await findPayment(deps.pool, SANDBOX, id);
      if (payment === null) throw new Error("no payment");
      await applyGatewayPayment(deps, payment, { status: "CLOSED", failure });
    }
    expect(await statusOf(dropped)).toBe("DROP");
    expect(await reasonOf(dropped.transaction_id)).toEqual(failure);
    expect(await statusOf(paid)).toBe("SUCCESS");
    expect(await reasonOf(paid.transaction_id)).toEqual({ code: null, message: null });
  });
});

describe("a decline that a gateway reports while the payment can still be paid (decision 0312)", () => {
  test("is kept, and stays the reason when the customer leaves", async () => {
    const created = await service.merchant.payment({}, null);
    const failure = { code: "INSTRUMENT_DECLINED", message: null };
    const payment = await findPayment(deps.pool, SANDBOX, created.transaction_id);
    if (payment === null) throw new Error("no payment");
    await applyGatewayPayment(deps, payment, { status: "OPEN", failure });
    expect(await statusOf(created)).toBe("INITIATED");
    await choose(created.payment_link, "drop");
    const { rows } = await service.db.query("select failure_code from payments where id = $1", [payment.id]);
    expect(rows).toEqual([{ failure_code: "INSTRUMENT_DECLINED" }]);
  });
});

describe("a decline code that the vendor's map does not have (failure 128)", () => {
  const count = async (): Promise<number> => {
    const { text } = await deps.metrics.page(null);
    return Number(/paydeck_unmapped_decline_codes_total\{gateway="simulator"\} (\d+)/.exec(text)?.[1] ?? 0);
  };
  const decline = async (code: string): Promise<string> => {
    const { transaction_id: id } = await service.merchant.payment({}, null);
    const failure = { code, message: null };
    await reportCharge(deps, SANDBOX, id, { status: "FAILURE", gatewayTransactionId: null, failure });
    await reportCharge(deps, SANDBOX, id, { status: "FAILURE", gatewayTransactionId: null, failure });
    return id;
  };

  test("is counted once for each payment, and the payment has no reason to blame anybody for", async () => {
    const before = await count();
    await decline("insufficient_funds");
    expect(await count()).toBe(before);
    await decline("a_code_of_next_year");
    expect(await count()).toBe(before + 1);
    expect(avoidabilityOf(declineReasonOf("simulator", "a_code_of_next_year"))).toBe("unknown");
  });
});

describe("a gateway charges another amount or currency than requested (decision 0004)", () => {
  test.each([
    ["another amount", { amountPaise: 49_999n }],
    ["another currency", { currency: "USD" }],
  ])(
    "%s never makes a payment SUCCESS: it fails, the charge is reversed as it was made, and both are reported",
    async (_name, difference) => {
      const payment = await service.merchant.payment({}, null);
      const id = payment.transaction_id;
      const charge = { ...late, gatewayTransactionId: `simpay_other_${id}`, ...difference };
      const reports = await Promise.all(
        Array.from({ length: 5 }, () => reportCharge(deps, SANDBOX, id, charge)),
      );
      expect(reports.filter((report) => report.kind === "mismatched")).toHaveLength(1);
      expect(await statusOf(payment)).toBe("FAILURE");

      const [reversal] = await eventually(
        async () =>
          (
            await service.db.query<{ status: string; amount_paise: string; currency: string }>(
              `select status, amount_paise, currency from refunds where kind = 'reversal' and payment_id = $1`,
              [id],
            )
          ).rows,
        (rows) => rows[0]?.status === "SUCCESS",
      );
      expect(reversal).toEqual({
        status: "SUCCESS",
        amount_paise: charge.amountPaise.toString(),
        currency: charge.currency,
      });
      const events = await service.db.query<{ detail: Record<string, string> }>(
        `select detail from payment_events where payment_id = $1 and kind = 'charge_mismatch'`,
        [id],
      );
      expect(events.rows).toHaveLength(1);
      expect(events.rows[0]?.detail).toMatchObject({
        asked: "500.00 INR",
        charged: charge.currency === "USD" ? "500.00 USD" : "499.99 INR",
      });
    },
  );

  test("a charge of nothing pays nothing, and nothing goes back", async () => {
    const payment = await service.merchant.payment({}, null);
    const charge = { ...late, gatewayTransactionId: "simpay_nothing", amountPaise: 0n };
    expect((await reportCharge(deps, SANDBOX, payment.transaction_id, charge)).kind).toBe("mismatched");
    const reversals = await service.db.query(
      `select 1 from refunds where kind = 'reversal' and payment_id = $1`,
      [payment.transaction_id],
    );
    expect([await statusOf(payment), reversals.rows]).toEqual(["FAILURE", []]);
  });
});
