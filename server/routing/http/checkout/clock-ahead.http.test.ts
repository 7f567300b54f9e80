import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { choose } from "@/tools/testing/routing/merchant-code";
import { startServiceHere, type TestService } from "@/tools/testing/routing/service";

let service: TestService;
beforeAll(async () => {
  service = await startServiceHere();
});
afterAll(() => service.stop());
afterEach(() => {
  vi.useRealTimers();
});

test("a service whose clock is days ahead of the database's takes the money of a payment that has not expired", async () => {
  const payment = await service.merchant.payment({}, null);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 6 * 86_400_000 });
  await choose(payment.payment_link, "success");
  expect(await service.merchant.records(payment.merchant_transaction_id)).toMatchObject([
    { transaction_status: "SUCCESS" },
  ]);
});
