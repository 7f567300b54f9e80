import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { checkoutRequest } from "@/tools/testing/routing/checkout-request";
import { startTestService, type TestService } from "@/tools/testing/routing/service";
import { adyenBench } from "@/tools/testing/conformance/adyen-bench";
import type { Bench } from "@/tools/testing/conformance/bench";
import { cashfreeBench } from "@/tools/testing/conformance/cashfree-bench";
import { paypalBench } from "@/tools/testing/conformance/paypal-bench";
import { razorpayBench } from "@/tools/testing/conformance/razorpay-bench";
import { stripeBench } from "@/tools/testing/conformance/stripe-bench";
import type { NotificationReading } from "../port";
import { checkGateway, type CheckTools, type StepResult } from "./check-gateway";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

describe.each([
  { name: "stripe", start: stripeBench },
  { name: "razorpay", start: razorpayBench },
  { name: "adyen", start: () => adyenBench(service) },
  { name: "paypal", start: paypalBench },
  { name: "cashfree", start: cashfreeBench },
])("the check of $name's test mode", ({ start }) => {
  let bench: Bench;
  let results: StepResult[];
  beforeAll(async () => {
    bench = await start();
  });
  beforeEach(() => {
    results = [];
  });
  afterAll(() => bench.close());

  const checkoutOf = (page: string): string => bench.checkoutOfPage?.(page) ?? page.split("/").at(-1) ?? "";

  /** The operator pays as soon as the page is shown; what the vendor then sends arrives. */
  function tools(fields: Partial<CheckTools> = {}): CheckTools {
    const heard: NotificationReading[] = [];
    let left = 20;
    return {
      report: (result) => results.push(result),
      askToPay(page) {
        const checkoutId = checkoutOf(page);
        void Promise.resolve(bench.pay(checkoutId)).then(async () => {
          heard.push(await bench.gateway.readNotification(bench.paymentNotification(checkoutId)));
        });
      },
      async pause() {
        left -= 1;
        await bench.hear();
        return left > 0;
      },
      heard: () => heard,
      newPayment: () => checkoutRequest({ currency: bench.currency, amountPaise: 1_000n }),
      ...fields,
    };
  }
  const failed = (): string[] => results.filter(({ result }) => result === "failed").map(({ step }) => step);

  test("tries a payment, refunds, closing and notifications, and says what each found", async () => {
    expect(await checkGateway(bench.gateway, tools())).toBe(true);
    expect(results.map(({ step, result }) => [step, result])).toEqual([
      ["open a checkout", "ok"],
      ["open it a second time", "ok"],
      ["pay", "ok"],
      ["send that refund a second time", "ok"],
      ["refund a part", "ok"],
      ["refund the rest", "ok"],
      ["close an unpaid checkout", "ok"],
      ["receive notifications", "ok"],
    ]);
    expect(results.map(({ words }) => words).join("\n")).toContain("5.00");
  });

  test("ends where the credentials are not accepted, with the vendor's reason", async () => {
    expect(await checkGateway(bench.stranger(), tools())).toBe(false);
    expect(results).toHaveLength(1);
    expect(results[0]?.words).toMatch(/gave no usable answer/);
  });

  test("says so when nobody pays in time, and when nothing listens", async () => {
    const slow = tools({ askToPay: () => undefined, pause: () => Promise.resolve(false) });
    expect(await checkGateway(bench.gateway, slow)).toBe(false);
    expect(failed()).toEqual(["pay"]);
    results = [];
    expect(await checkGateway(bench.gateway, tools({ heard: null }))).toBe(true);
    expect(results.at(-1)).toMatchObject({ step: "receive notifications", result: "not_tried" });
  });

  test("fails on another amount, and on a notification that is not genuine", async () => {
    const other = { amountPaise: 500n, currency: bench.currency };
    await checkGateway(
      bench.gateway,
      tools({
        askToPay: (page) => void bench.pay(checkoutOf(page), other),
        heard: () => [{ kind: "refused", reason: "bad_signature" }],
      }),
    );
    expect(failed()).toEqual(["pay", "receive notifications"]);
    expect(results.at(-1)?.words).toContain("check the secret of the webhook");
  });
});
