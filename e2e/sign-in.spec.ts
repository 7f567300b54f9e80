import { expect, type Page, test } from "@playwright/test";
import { E2E } from "../tools/testing/e2e-stack";
import { startDashboardOn } from "./support/faulty-wire";
import { createPayment, transactionStatus } from "./support/merchant";
import { newPerson, openAccountMenu, record, search, signInByForm } from "./support/staff";

test("no page opens without signing in, and signing in leads to the page that was requested", async ({
  page,
}) => {
  await page.goto("/payments?reference=ORDER%201");
  await expect(page).toHaveURL(/\/login\?/);
  await page.getByLabel("Email").fill("support@example.com");
  await page.getByLabel("Password").fill(E2E.password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/payments\?reference=ORDER(\+|%20)1$/);
});

test("the way back to a page that asked for sign-in leads to that page, once signed in", async ({ page }) => {
  await page.goto("/refunds");
  await expect(page).toHaveURL(/\/login\?/);
  await page.goto("/status");
  await signInByForm(await page.context().newPage(), "support");
  await page.goBack();
  await expect(page).toHaveURL("/refunds");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("signing out ends the session for every tab, and for a copy of its cookie", async ({
  page,
  browser,
}) => {
  await signInByForm(page, "support");
  const copy = await browser.newContext({ storageState: await page.context().storageState() });
  const other = await copy.newPage();
  await other.goto("/payments");
  await expect(other).toHaveURL("/payments");
  await openAccountMenu(page);
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/login/);
  await other.goto("/refunds");
  await expect(other).toHaveURL(/\/login/);
  expect((await copy.request.get("/api/payments/x")).status()).toBe(401);
  await copy.close();
});

test("the sandbox's accounts are offered and fill the e-mail in", async ({ page }) => {
  await page.goto("/login");
  await page.getByRole("button", { name: /finance@example\.com/ }).click();
  await expect(page.getByLabel("Email")).toHaveValue("finance@example.com");
});

test("a cookie that is gone in the middle of an action is shown as signed out, and nothing was sent", async ({
  browser,
}) => {
  const payment = await createPayment("21.00");
  const ops = await newPerson(browser, "ops");
  await search(ops, payment.merchant_transaction_id);
  await record(ops, payment.transaction_id).getByRole("button", { name: "Cancel payment" }).click();
  await ops.context().clearCookies();
  const dialog = ops.getByRole("alertdialog");
  await dialog.getByRole("button", { name: "Cancel payment" }).click();
  await expect(dialog.getByText("You have been signed out")).toBeVisible();
  expect((await transactionStatus(payment.merchant_transaction_id))[0]?.transaction_status).toBe("INITIATED");
  await ops.context().close();
});

test("after a sign-in in the middle of a form, the same person has what they typed, and nobody else", async ({
  browser,
}) => {
  const signInAs = async (page: Page, email: string): Promise<void> => {
    await page.getByRole("link", { name: "Sign in again" }).click();
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(E2E.password);
    await page.getByRole("button", { name: "Sign in" }).click();
  };
  const page = await browser.newPage();
  await signInByForm(page, "finance");
  const rows = page.getByLabel("Or paste rows");
  for (const [email, expected] of [
    ["finance@example.com", "ORDER-1,1.00"],
    ["admin@example.com", ""],
  ] as const) {
    await page.goto("/bulk/new?kind=refund");
    await rows.fill("ORDER-1,1.00");
    await page.context().clearCookies();
    await page.getByRole("button", { name: "Check rows" }).click();
    await expect(page.getByText("You have been signed out")).toBeVisible();
    await signInAs(page, email);
    await expect(page).toHaveURL(/\/bulk\/new\?kind=refund$/);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    if (expected === "") await page.waitForTimeout(1_000);
    await expect(rows).toHaveValue(expected);
  }
  await page.close();
});

test("an empty field is shown at the field, and nothing else of the form is lost", async ({ page }) => {
  await page.goto("/login");
  await page.getByLabel("Email").fill("support@example.com");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("Enter your password.")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue("support@example.com");
  await expect(page.getByLabel("Password")).toBeFocused();
});

test("a flood of sign-ins is refused with a time to come back, and the form says so", async ({
  page,
  request,
}) => {
  // Its own dashboard: other tests sign in meanwhile.
  const dashboard = await startDashboardOn(E2E.routingUrl);
  const send = () =>
    request.post(`${dashboard.url}/api/auth/callback/credentials`, {
      headers: { origin: dashboard.url },
      form: { email: "nobody@example.com" },
    });
  const enter = async (password: string = E2E.password): Promise<void> => {
    await page.getByLabel("Email").fill("support@example.com");
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
  };
  try {
    await page.goto(`${dashboard.url}/login?from=%2Frefunds`);
    const responses = await Promise.all(Array.from({ length: 60 }, send));
    const refused = responses.find((response) => response.status() === 429);
    expect(Number(refused?.headers()["retry-after"])).toBeGreaterThan(0);
    let isFlooding = true;
    const flood = Promise.all(
      Array.from({ length: 10 }, async () => {
        while (isFlooding) await send();
      }),
    );
    // A wrong password, so that an attempt that gets through does not sign in.
    await expect(async () => {
      await enter("test-wrong-password");
      await expect(page.getByText("Too many sign-ins at once")).toBeVisible({ timeout: 3_000 });
    }).toPass();
    isFlooding = false;
    await flood;
    // After the wait, sign-in works and leads to the requested page.
    const requested = `${dashboard.url}/refunds`;
    await expect(async () => {
      // A sign-in that took longer than the step before has led there meanwhile.
      if (page.url() !== requested) await enter();
      await expect(page).toHaveURL(requested, { timeout: 30_000 });
    }).toPass();
  } finally {
    await dashboard.stop();
  }
});
