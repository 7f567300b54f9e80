import { expect, test } from "@playwright/test";
import { openAlteredWire } from "./support/altered-wire";
import { startDashboardOn } from "./support/faulty-wire";
import { newSession } from "./support/staff";

const HEALTHY = {
  state: "closed",
  consecutive_failures: 0,
  opened_at: null,
  next_trial_at: null,
  last_failure_at: null,
  last_failure: null,
};
const FAILING = {
  ...HEALTHY,
  state: "open",
  opened_at: "2026-11-20T10:00:00.000Z",
  next_trial_at: "2026-11-20T10:00:30.000Z",
  last_failure_at: "2026-11-20T10:00:00.000Z",
  last_failure: "It took longer than 12 s.",
};
const MANY = ["INR", "USD", "EUR", "GBP", "AED", "SGD", "JPY", "KWD", "XXX"];
const listOf = (health: object) => ({
  gateways: [
    {
      name: "stripe",
      capabilities: { methods: ["CC", "UPI"], currencies: MANY, voids: true, notifies: true },
      health,
      recent: { opened: 3, failed: 5, skipped: 2 },
    },
  ],
  recent_payments: { since: "2026-11-20T00:00:00.000Z", count: 10, complete: true },
});

test("a gateway that is skipped says since when and why, and is put back after asking; a lost answer is unknown", async ({
  browser,
}) => {
  const wire = await openAlteredWire();
  const dashboard = await startDashboardOn(wire.url);
  try {
    wire.alter("/v1/ops/gateways/list", { kind: "answer", status: 200, body: listOf(FAILING) });
    wire.alter("/v1/ops/gateways/reset", { kind: "answer", status: 502, body: "<html>" });
    const admin = await newSession(browser, "admin", dashboard.url);
    await admin.goto(`${dashboard.url}/gateways`);
    const stripe = admin.getByRole("region", { name: "stripe", exact: true });
    await expect(stripe).toContainText("Paused");
    await expect(stripe).toContainText("It took longer than 12 s.");
    await expect(stripe).toContainText("62.5% failed");
    // A refusal fails without the gateway being unavailable: the two are told apart.
    await expect(stripe).toContainText("5 paymentsRefused or unavailable: no checkout was opened");
    await expect(stripe).toContainText("Last time unavailable");
    await expect(stripe).toContainText("Credit card, UPI");
    await expect(stripe.getByText("XXX", { exact: false })).toBeHidden();
    await stripe.getByText("9 currencies").click();
    await expect(stripe.getByText("INR, USD, EUR, GBP, AED, SGD, JPY, KWD, XXX")).toBeVisible();
    await stripe.getByRole("button", { name: "Resume: stripe" }).click();
    const dialog = admin.getByRole("alertdialog", { name: "Resume stripe?" });
    await expect(dialog).toContainText("every merchant of this service");
    await dialog.getByRole("button", { name: "Resume" }).click();
    await expect(dialog.getByText("Outcome unknown")).toBeVisible();
    await dialog.getByRole("button", { name: "Close" }).click();

    wire.alter("/v1/ops/gateways/reset", {
      kind: "answer",
      status: 200,
      body: { gateway: "stripe", health: HEALTHY },
    });
    await stripe.getByRole("button", { name: "Resume: stripe" }).click();
    wire.alter("/v1/ops/gateways/list", { kind: "answer", status: 200, body: listOf(HEALTHY) });
    await dialog.getByRole("button", { name: "Resume" }).click();
    await expect(stripe.getByText("stripe is active again")).toBeVisible();
    await expect(stripe).toContainText("Active");
    await admin.context().close();
  } finally {
    await dashboard.stop();
    await wire.close();
  }
});
