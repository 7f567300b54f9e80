import { expect, test } from "@playwright/test";
import type { OwnDashboard } from "./support/faulty-wire";
import { type LocalProvider, startDashboardWithProvider } from "./support/identity-provider";
import { openAccountMenu } from "./support/staff";

let provider: LocalProvider;
let dashboard: OwnDashboard;

test.beforeAll(async () => {
  ({ provider, dashboard } = await startDashboardWithProvider());
});
test.afterAll(async () => {
  await dashboard.stop();
  await provider.close();
});

test("somebody who exists here comes in by the provider and lands where they wanted to go", async ({
  page,
}) => {
  provider.comesAs({ email: "ops@example.com", email_verified: true });
  await page.goto(`${dashboard.url}/refunds`);
  await page.getByRole("link", { name: "Continue with Acme ID" }).click();
  await expect(page).toHaveURL(`${dashboard.url}/refunds`);
  await page.goto(`${dashboard.url}/account`);
  await expect(page.getByText("Identity provider").first()).toBeVisible();
  await openAccountMenu(page);
  await page.getByRole("button", { name: "Sign out" }).first().click();
  await expect(page).toHaveURL(/\/login/);
});
