import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { expectAccessible } from "./support/accessible";
import { AnyService } from "./support/any-service";

const bare = AnyService.forTheseTests();

test.describe("with the five endpoints alone", () => {
  test("a payment is created, and found by its reference", async () => {
    const ops = bare.as("ops");
    const reference = `ORDER-${randomUUID()}`;
    await ops.goto(bare.at("/payments/new"));
    await ops.getByLabel("Merchant reference").fill(reference);
    await ops.getByLabel("Amount").fill("499.00");
    await ops.getByLabel(/Email/).fill("customer@example.com");
    await ops.getByRole("button", { name: "Create payment" }).click();
    await expect(ops.getByText("http://pay.example/").first()).toBeVisible();
    await ops.goto(bare.at(`/payments?reference=${reference}`));
    await expect(ops.getByText("INITIATED").first()).toBeVisible();
  });

  const NEEDS_THE_EXTENSION = ["/stuck", "/rules", "/reconciliation", "/gateways", "/webhooks", "/keys"];
  for (const path of NEEDS_THE_EXTENSION) {
    test(`${path} says that this service does not offer it`, async () => {
      const admin = bare.as("admin");
      const response = await admin.goto(bare.at(path));
      expect(response?.status()).toBe(200);
      await expect(admin.getByText("Not available with this payment service")).toBeVisible();
      await expectAccessible(admin, path);
    });
  }

  test("the overview says that this service does not count payments, and counts refunds", async () => {
    const admin = bare.as("admin");
    await admin.goto(bare.at("/overview"));
    await expect(admin.getByText("Payment charts are not available")).toBeVisible();
    await expectAccessible(admin, "/overview");
  });

  const NEEDS_NO_SERVICE = [
    "/refunds",
    "/approvals",
    "/approvals/rules",
    "/bulk",
    "/people",
    "/audit",
    "/account",
  ];
  for (const path of NEEDS_NO_SERVICE) {
    test(`${path} works as ever`, async () => {
      const admin = bare.as("admin");
      const response = await admin.goto(bare.at(path));
      expect(response?.status()).toBe(200);
      await expect(admin.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(admin.getByText("Not available with this payment service")).toHaveCount(0);
    });
  }
});
