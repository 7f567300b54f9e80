import { expect, type Page } from "@playwright/test";
import { E2E } from "../../tools/testing/e2e-stack";
import { openRefund } from "./staff";
import { removeThreshold, setThreshold } from "./threshold";

/** More than any other test refunds, so that the threshold holds up nothing of theirs. */
export const ABOVE_THRESHOLD = "1000000.00";

/** Finance requests a refund of a whole payment of {@link ABOVE_THRESHOLD}; returns the path of its approval. */
export async function requestApproval(
  finance: Page,
  payment: { transactionId: string; reference: string },
): Promise<string> {
  const threshold = { dashboardUrl: E2E.dashboardUrl, role: "finance" } as const;
  await setThreshold(threshold, "900000.00");
  try {
    await finance.goto(`/payments?reference=${payment.reference}`);
    const dialog = await openRefund(finance, payment.transactionId);
    await dialog.getByLabel("Refund amount").fill(ABOVE_THRESHOLD);
    await dialog.getByRole("button", { name: /^Refund ₹/ }).click();
    await expect(dialog.getByRole("status")).toContainText("Waiting for approval");
    await dialog.getByRole("link", { name: "View request" }).click();
    await expect(finance).toHaveURL(/\/approvals\/[0-9a-f-]{36}$/);
  } finally {
    await removeThreshold(threshold);
  }
  return new URL(finance.url()).pathname;
}
