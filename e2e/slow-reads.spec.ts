import { expect, test, type Page } from "@playwright/test";
import { E2E } from "../tools/testing/e2e-stack";
import { openFaultyWire } from "../tools/prove/stack/faulty-wire";
import { startDashboardOn } from "./support/faulty-wire";
import { createPaidPayment, createPayment } from "./support/merchant";
import { startSession } from "./support/staff";

/** Holds a request of the page until `release` is called; `isHeld` resolves once it was sent. */
async function hold(page: Page, address: string): Promise<{ isHeld: Promise<void>; release: () => void }> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let tell = (): void => undefined;
  const isHeld = new Promise<void>((resolve) => (tell = resolve));
  await page.route(address, async (route) => {
    tell();
    await released;
    // The page may have given it up.
    await route.continue().catch(() => undefined);
  });
  return { isHeld, release };
}

test("while a slow service is asked, a note is saved and a link opens its page, and the answer takes nobody elsewhere", async ({
  page,
}) => {
  const { transaction_id: id } = await createPaidPayment("100.00");
  await startSession(page, "finance");
  const openRefunds = async (): Promise<void> => {
    await page.getByRole("navigation").getByRole("link", { name: "Refunds", exact: true }).click();
    await expect(page).toHaveURL("/refunds");
  };
  /** Nothing tells that an answer was not used. */
  const expectToStay = async (): Promise<void> => {
    await page.waitForTimeout(1_500);
    await expect(page).toHaveURL("/refunds");
    await expect(page.getByRole("heading", { level: 1, name: "Refunds" })).toBeVisible();
  };
  await test.step("for a search", async () => {
    await page.goto("/payments");
    const search = await hold(page, "**/api/search");
    const field = page.getByRole("search").getByRole("textbox");
    await field.fill(id);
    await field.press("Enter");
    await search.isHeld;
    await openRefunds();
    search.release();
    await expectToStay();
    await page.goto("/payments");
    await field.fill(id);
    await field.press("Enter");
    await expect(page).toHaveURL(new RegExp(`/payments/${id}`));
  });
  await test.step("for a customer", async () => {
    const customer = await hold(page, "**/api/payments/*/customer");
    await page.getByRole("button", { name: "All payments of this customer" }).click();
    await customer.isHeld;
    await page.getByLabel("Add a note").fill("Called the customer.");
    await page.getByRole("button", { name: "Add note" }).click();
    await expect(page.getByRole("listitem").filter({ hasText: "Called the customer." }).last()).toBeVisible();
    await openRefunds();
    customer.release();
    await expectToStay();
  });
});

/** Longer than a page waits for the service before it is sent with a skeleton. */
const SLOW_MS = 900;

test("a payment's page that refreshes at another speed keeps the typed note, the outcome of a cancel and the focus", async ({
  page,
}) => {
  let isSlow = false;
  const wire = await openFaultyWire(E2E.routingUrl, {
    faultOf: () => (isSlow ? "late" : null),
    lateMs: SLOW_MS,
  });
  const dashboard = await startDashboardOn(wire.url);
  try {
    await startSession(page, "ops", dashboard.url);
    for (const isSlowAtFirst of [false, true]) {
      const { transaction_id: id } = await createPayment("100.00");
      isSlow = isSlowAtFirst;
      await page.goto(`${dashboard.url}/payments/${id}`);
      const field = page.getByLabel("Add a note");
      await field.fill("Typed before the cancel");
      await page.getByRole("button", { name: "Cancel payment" }).click();
      isSlow = !isSlowAtFirst;
      const refreshed = page.waitForResponse((response) => new URL(response.url()).searchParams.has("_rsc"));
      await page.getByRole("alertdialog").getByRole("button", { name: "Cancel payment" }).click();
      await expect(page.getByRole("alertdialog")).toBeHidden();
      const outcome = page.getByRole("article").locator(":focus");
      await expect(outcome).toContainText("Cancelled");
      await refreshed;
      // Its content follows when the service has answered, and React shows it a moment later.
      await page.waitForTimeout(3 * SLOW_MS);
      await expect(outcome).toContainText("Cancelled");
      await expect(field).toHaveValue("Typed before the cancel");
    }
  } finally {
    await dashboard.stop();
    await wire.close();
  }
});
