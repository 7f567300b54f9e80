import { expect, type Page, test } from "@playwright/test";
import { E2E } from "../server/checks/e2e-stack";
import { expectCleanEverywhere, expectAccessible, expectNoSidewaysScroll } from "./support/accessible";
import { openAlteredWire } from "./support/altered-wire";
import { startDashboardOn } from "./support/faulty-wire";
import { newSession } from "./support/staff";
import { expectTouchTargets } from "./support/touch-targets";

/** The state of a part, as the page words it. */
const part = (page: Page, name: string) => page.getByRole("listitem").filter({ hasText: name });

test("people who are not signed in see what works, from the sign-in page, in both themes", async ({
  page,
}) => {
  await page.goto("/login");
  await page.getByRole("link", { name: "Status of Paydeck" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Status of Paydeck" })).toBeVisible();
  await expect(page.getByText("Everything works")).toBeVisible();
  for (const name of [
    "Dashboard",
    "Database of the dashboard",
    "Payment service",
    "Background jobs",
    "Webhooks",
  ]) {
    await expect(part(page, name).first()).toContainText("Works");
  }
  await expectCleanEverywhere(page, "status");
  await page.getByRole("link", { name: "Sign in" }).click();
  await expect(page.getByLabel("Email")).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test("every control of the status page and of sign-in can be hit by a finger", async ({ page }) => {
    for (const path of ["/status", "/login"]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectTouchTargets(page, path);
    }
  });
});

test("in Hindi", async ({ page, context }) => {
  await context.addCookies([{ name: "locale", value: "hi", url: E2E.dashboardUrl }]);
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto("/status");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Paydeck की स्थिति");
  await expect(page.getByText("सब कुछ चल रहा है")).toBeVisible();
  await expectNoSidewaysScroll(page, "status");
  await expectAccessible(page, "status");
});

test("the page names no address, no merchant, no version and no number of anything", async ({ page }) => {
  await page.goto("/status");
  const html = await page.content();
  for (const text of [
    E2E.routingUrl,
    new URL(E2E.routingUrl).port,
    E2E.apiKey,
    E2E.apiSalt,
    "Sandbox",
    "0.1.0",
  ]) {
    expect(html).not.toContain(text);
  }
  const words = await page.getByRole("list").innerText();
  // Times are the only figures.
  expect(words.replaceAll(/\d{1,2} \S+ \d{4}, \d{2}:\d{2}( UTC)?/g, "")).not.toMatch(/\d/);
});

test("a service that is late, cannot tell, or is gone is shown as that, with what it means; the notice of the outage links there", async ({
  browser,
  page,
}) => {
  const wire = await openAlteredWire();
  const since = new Date(Date.now() - 10 * 60_000).toISOString();
  const late = { jobs: { state: "works", since: null }, webhooks: { state: "late", since } };
  const address = "/v1/ops/service/status";
  wire.alter(address, { kind: "answer", status: 200, body: late });
  const dashboard = await startDashboardOn(wire.url);
  const shows = (name: string, text: string) =>
    expect(async () => {
      await page.goto(`${dashboard.url}/status`);
      await expect(part(page, name).first()).toContainText(text, { timeout: 1_000 });
    }).toPass({ timeout: 90_000 });
  try {
    await shows("Webhooks", "Late");
    await expect(part(page, "Webhooks")).toContainText(/since \d/);
    await expect(part(page, "Webhooks")).toContainText("No money is affected.");
    await expect(page.getByText("Something is late")).toBeVisible();
    await expectAccessible(page, "status of a late service");

    // Another service does not know the question: it works, and no more is claimed.
    wire.alter(address, { kind: "answer", status: 404, body: { detail: "Not found." } });
    await shows("Webhooks", "Unknown");
    await expect(part(page, "Payment service")).toContainText("Works");
    await expect(page.getByText("Not everything could be checked")).toBeVisible();

    await wire.close();
    await shows("Payment service", "Not working");
    await expect(part(page, "Payment service")).toContainText(/since \d/);
    await expect(page.getByText("Do not request a refund again.")).toBeVisible();
    await expectAccessible(page, "status of an outage");

    const finance = await newSession(browser, "finance", dashboard.url);
    await finance.goto(`${dashboard.url}/stuck`);
    const opened = finance.waitForEvent("popup");
    await finance.getByRole("link", { name: "Status of Paydeck (new tab)" }).first().click();
    await expect((await opened).getByRole("heading", { level: 1, name: "Status of Paydeck" })).toBeVisible();
    await finance.context().close();
  } finally {
    await dashboard.stop();
  }
});
