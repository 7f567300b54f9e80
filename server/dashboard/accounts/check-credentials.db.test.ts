import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { checkCredentials } from "./check-credentials";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(() => harness.reset());
afterAll(() => harness.stop());

test("a key is its merchant's while the service has one of the known payments; another merchant has none", async () => {
  const { service, services } = harness;
  const known = ["ORD-NEW", "ORD-OLD"].map((reference) => {
    const { transaction_id: transactionId } = service.addPayment({ merchant_transaction_id: reference });
    return { reference, transactionId };
  });
  expect(await checkCredentials(services.routing, known)).toBe("accepted");
  // The service's retention period has passed.
  service.deletePayment({ merchant_transaction_id: "ORD-NEW" });
  expect(await checkCredentials(services.routing, known)).toBe("accepted");
  service.deletePayment({ merchant_transaction_id: "ORD-OLD" });
  service.addPayment({ merchant_transaction_id: "ORD-OLD" });
  expect(await checkCredentials(services.routing, known)).toBe("other_merchant");
});
