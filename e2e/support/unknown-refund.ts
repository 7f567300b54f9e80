import { type Browser, expect, type Page } from "@playwright/test";
import { type FaultyWire, openFaultyWire, startDashboardOn } from "./faulty-wire";
import { createPaidPayment, type CreatedPayment } from "./merchant";
import { newPerson, openRefund, search } from "./staff";

export type UnknownRefund = { wire: FaultyWire; url: string; finance: Page; payment: CreatedPayment };

/**
 * A refund of 40.00 of 90.00 with an unknown outcome, its dialog open, on its own dashboard; `lost` is where the
 * connection broke.
 */
export async function withUnknownRefund(
  browser: Browser,
  lost: "answers" | "requests",
  act: (scene: UnknownRefund) => Promise<void>,
): Promise<void> {
  const wire = await openFaultyWire();
  const dashboard = await startDashboardOn(wire.url, { ROUTING_TIMEOUT_MS: "3000" });
  try {
    const payment = await createPaidPayment("90.00");
    const finance = await newPerson(browser, "finance", dashboard.url);
    await search(finance, payment.merchant_transaction_id);
    const dialog = await openRefund(finance, payment.transaction_id);
    await dialog.getByLabel("Refund amount").fill("40.00");
    if (lost === "answers") wire.loseResponses(true);
    else wire.loseRequests(true);
    await dialog.getByRole("button", { name: "Refund ₹40.00" }).click();
    await expect(dialog.getByText("Outcome unknown")).toBeVisible({ timeout: 90_000 });
    await act({ wire, url: dashboard.url, finance, payment });
    await finance.context().close();
  } finally {
    await dashboard.stop();
    await wire.close();
  }
}
