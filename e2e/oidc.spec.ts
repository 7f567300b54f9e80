import { expect, test } from "@playwright/test";
import { E2E } from "../tools/testing/e2e-stack";
import { freePort, startDashboardOn } from "./support/faulty-wire";
import { type LocalProvider, startIdentityProvider } from "./support/identity-provider";
import { openAccountMenu } from "./support/staff";

let provider: LocalProvider;
let dashboard: Awaited<ReturnType<typeof startDashboardOn>>;

test.beforeAll(async () => {
  const port = String(await freePort());
  provider = await startIdentityProvider(`http://127.0.0.1:${port}/api/auth/callback/oidc`);
  dashboard = await startDashboardOn(E2E.routingUrl, {
    PORT: port,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
    OIDC_NAME: "Acme ID",
  });
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
