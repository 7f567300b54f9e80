import { expect, type Locator, type Page, test } from "@playwright/test";
import pg from "pg";
import { createPaydeckClient } from "../lib/client";
import { E2E } from "../tools/testing/e2e-stack";
import { E2E_VENDOR } from "../tools/testing/e2e-vendor";
import { openAlteredWire, opsClient } from "./support/altered-wire";
import { startDashboardOn } from "./support/faulty-wire";
import { newcomer } from "./support/newcomer";
import { newSession, startSession } from "./support/staff";

const right = (number: string): string => `${E2E_VENDOR.accepted}${number}`;
const stripeOf = (page: Page): Locator => page.getByRole("region", { name: "Your Stripe account" });

/** Other tests of this stack expect the simulator alone. */
test.afterEach(async () => {
  const read = await opsClient.ops("gateways.accounts", {});
  if (read.kind !== "answered") return;
  const stripe = read.value.vendors.find(({ gateway }) => gateway === "stripe");
  const inUse = stripe?.accounts.find((account) => account.in_use);
  if (inUse === undefined) return;
  const given = { gateway: "stripe", account: null, replaces: inUse.account } as const;
  await opsClient.ops("gateways.use_account", given);
});

async function enter(dialog: Locator, key: string, secret = "whsec_of_the_e2e_test"): Promise<void> {
  await dialog.getByLabel("Secret key").fill(key);
  await dialog.getByLabel("Webhook signing secret").fill(secret);
  await dialog.getByRole("button", { name: "Test and save" }).click();
}

test("credentials are refused, entered, confirmed by a second person, replaced, given for another account, and taken out of use", async ({
  page,
  browser,
}) => {
  test.slow();
  await startSession(page, "admin");
  const { page: second } = await newcomer(browser, "admin");
  const waitsFor = (of: Page, hint: string): Locator =>
    of.getByRole("region", { name: `Waits for a second person: Stripe ${hint}` });
  /** The second person confirms; the first one's page shows it. */
  const confirmed = async (hint: string): Promise<void> => {
    await expect(waitsFor(page, hint)).toContainText(
      "somebody else who may manage API keys has to confirm it",
    );
    await expect(waitsFor(page, hint).getByRole("button")).toHaveText(["Withdraw"]);
    await second.goto("/gateways");
    const request = waitsFor(second, hint);
    await expect(request.getByRole("button")).toHaveText(["Confirm", "Decline"]);
    await request.getByRole("button", { name: "Confirm" }).click();
    await expect(request).toHaveCount(0);
    await expect(stripeOf(second)).toContainText(`New payments go to your account ${hint}.`);
    await page.reload();
    await expect(waitsFor(page, hint)).toHaveCount(0);
  };
  await page.goto("/gateways");
  const stripe = stripeOf(page);
  await expect(stripe).toContainText("Not set up");
  await expect(stripe).toContainText(/\/gateways\/stripe\/notifications\/[0-9a-f]{32}/);
  await expect(stripe.getByRole("button", { name: "Copy Notification address" })).toBeVisible();

  await stripe.getByRole("button", { name: "Enter credentials: Stripe" }).click();
  const first = page.getByRole("dialog", { name: "Credentials for Stripe" });
  for (const label of ["Secret key", "Webhook signing secret"]) {
    await expect(first.getByLabel(label)).toHaveAttribute("type", "password");
    await expect(first.getByLabel(label)).toHaveAttribute("autocomplete", "new-password");
  }
  await enter(first, "sk_test_e2e_wrong_0001");
  await expect(first.getByLabel("Secret key")).toHaveAccessibleDescription(
    "Stripe does not accept these credentials. Nothing was saved.",
  );
  await enter(first, `${E2E_VENDOR.silent}0001`);
  await expect(first.getByRole("checkbox", { name: "Save without a successful test" })).toBeVisible();
  await expect(first).toContainText("Stripe could not be reached");
  await enter(first, right("0001"));
  await expect(first).toHaveCount(0);
  await expect(stripe).toContainText("A second person has to confirm Stripe …0001 before payments go there.");
  await expect(stripe.getByRole("listitem")).toHaveCount(1);
  await expect(stripe.getByRole("listitem")).toContainText("…0001Not in use yet");
  await expect(stripe).toContainText("No account. Routing skips this gateway.");
  await confirmed("…0001");
  // Rules can name it now, and it is listed with its health.
  await expect(page.getByRole("region", { name: "stripe", exact: true })).toContainText("Active");

  await stripe.getByRole("button", { name: "New credentials: Stripe" }).click();
  await enter(first, right("0002"));
  await expect(first.getByRole("alert")).toContainText("Choose one of the two.");
  await first.getByRole("radio", { name: /^New keys, same account/ }).check();
  await first.getByRole("button", { name: "Test and save" }).click();
  // Nothing proves it: the account has no payment. As another account a second person would see it first.
  await expect(first.getByLabel("Secret key")).toHaveAccessibleDescription(/no payment that could prove/);
  await first.getByRole("radio", { name: /^Another account/ }).check();
  await expect(first).toContainText("A second person has to confirm the account within 24 hours");
  await first.getByRole("button", { name: "Test and save" }).click();
  await expect(first).toHaveCount(0);
  await waitsFor(page, "…0002").getByRole("button", { name: "Withdraw" }).click();
  await expect(waitsFor(page, "…0002")).toHaveCount(0);
  await expect(stripe).toContainText("New payments go to your account …0001.");

  await stripe.getByRole("button", { name: "New credentials: Stripe" }).click();
  await first.getByRole("radio", { name: /^Another account/ }).check();
  await enter(first, right("0003"));
  await expect(first).toHaveCount(0);
  await confirmed("…0003");
  await expect(stripe.getByRole("listitem")).toHaveCount(3);
  await expect(stripe.getByRole("listitem").first()).toContainText("…0003In use");
  await expect(stripe.getByRole("listitem").last()).toContainText("…0001Earlier payments only");

  await stripe.getByRole("button", { name: "Stop using: Stripe …0003" }).click();
  const stopping = page.getByRole("alertdialog", { name: "Stop using Stripe …0003?" });
  await expect(stopping).toContainText("Earlier payments can still be looked up and refunded");
  await stopping.getByRole("button", { name: "Stop using" }).click();
  await expect(stopping).toHaveCount(0);
  await expect(stripe).toContainText("Stripe …0003 takes no new payments.");
  // The page has read the accounts again: a choice that is based on an older state is refused.
  await expect(stripe).toContainText("Not set up");

  await stripe.getByRole("button", { name: "Use for new payments: Stripe …0001" }).click();
  const using = page.getByRole("alertdialog", { name: "Use Stripe …0001 for new payments?" });
  await using.getByRole("button", { name: "Request" }).click();
  await expect(using).toHaveCount(0);
  await confirmed("…0001");
  await second.context().close();

  await page.reload();
  for (const secret of [right("0001"), right("0002"), right("0003"), "whsec_of_the_e2e_test"]) {
    expect(await page.content()).not.toContain(secret);
  }
  await page.goto("/audit");
  await expect(
    page.getByText("Added an account at a gateway").filter({ visible: true }).first(),
  ).toBeVisible();
  expect(await page.content()).not.toContain(right("0001"));
});

test("an account at Cashfree is tried with its own fields, and waits for a second person", async ({
  page,
}) => {
  await startSession(page, "admin");
  await page.goto("/gateways");
  const cashfree = page.getByRole("region", { name: "Your Cashfree account" });
  await expect(cashfree).toContainText(/\/gateways\/cashfree\/notifications\/[0-9a-f]{32}/);
  await cashfree.getByRole("button", { name: "Enter credentials: Cashfree" }).click();
  const dialog = page.getByRole("dialog", { name: "Credentials for Cashfree" });
  // No value of the form comes from the webhook.
  await expect(dialog).toContainText("Also create a webhook at Cashfree with this address.");
  await dialog.getByLabel("Environment").selectOption("sandbox");
  await dialog.getByLabel("Client id").fill("TEST_client_e2e_7070");
  const secret = dialog.getByLabel("Client secret");
  await expect(secret).toHaveAttribute("type", "password");
  await secret.fill("cfsk_ma_test_e2e_wrong");
  await dialog.getByRole("button", { name: "Test and save" }).click();
  await expect(secret).toHaveAccessibleDescription(
    "Cashfree does not accept these credentials. Nothing was saved.",
  );
  await secret.fill(right("7070"));
  await dialog.getByRole("button", { name: "Test and save" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(cashfree.getByRole("listitem")).toContainText("…7070");
  await expect(cashfree.getByRole("listitem")).toContainText("Test");
  const request = page.getByRole("region", { name: "Waits for a second person: Cashfree …7070" });
  await request.getByRole("button", { name: "Withdraw" }).click();
  await expect(request).toHaveCount(0);
  expect(await page.content()).not.toContain(right("7070"));
});

test("an account that somebody enters by the API is reported to admins, who cannot turn that off", async ({
  browser,
}) => {
  test.slow();
  const dashboard = await startDashboardOn(E2E.routingUrl);
  const database = new pg.Client({ connectionString: dashboard.databaseUrl });
  await database.connect();
  try {
    // Its first look remembers what is there.
    await expect
      .poll(async () => (await database.query("select from gateway_account_watch")).rowCount, {
        timeout: 120_000,
      })
      .toBe(1);
    const admin = await newSession(browser, "admin", dashboard.url);
    await admin.goto(`${dashboard.url}/account/notifications`);
    const event = "Where the money of payments goes changes";
    const choice = admin.getByRole("checkbox", { name: `${event}: In Paydeck` });
    await expect(choice).toBeChecked();
    await expect(choice).toBeDisabled();
    await expect(admin.getByRole("rowheader", { name: event })).toContainText("Always on");
    await admin.getByRole("button", { name: "Save settings" }).click();
    await expect(admin.getByText("Settings saved.")).toBeVisible();

    const created = await opsClient.ops("keys.create", { label: "Leaked key" });
    if (created.kind !== "answered") throw new Error(created.kind);
    const { key, salt } = created.value;
    const thief = createPaydeckClient({ baseUrl: E2E.routingUrl, apiKey: key.api_key, salt });
    const secretKey = right("6666");
    const credentials = {
      gateway: "stripe",
      secret_key: secretKey,
      webhook_secret: "whsec_of_a_stranger",
    } as const;
    const entered = { credentials, replaces: null, created_by: "admin@example.com" };
    expect((await thief.ops("gateways.add_account", entered)).kind).toBe("answered");

    const bell = admin.getByRole("button", { name: /^Notifications/ }).filter({ visible: true });
    const item = admin.getByRole("dialog", { name: "Notifications" }).getByRole("link", { name: /…6666/ });
    // Not the only notification: a reconciliation that begins at midnight has one, too.
    await expect(async () => {
      await admin.reload();
      await bell.click();
      await expect(item).toBeVisible({ timeout: 30_000 });
    }).toPass({ timeout: 150_000 });
    await expect(item).toContainText("New gateway account in use");
    await expect(item).toContainText("Stripe …6666 is new, and new payments’ money goes there");
    await expect(item).toContainText("not done in Paydeck, but with the API key “Leaked key”");
    await item.click();
    await expect(stripeOf(admin)).toContainText("…6666In use");
    await opsClient.ops("keys.revoke", { key_id: key.key_id });
    await admin.context().close();
  } finally {
    await database.end();
    await dashboard.stop();
  }
});

test("a lost answer is unknown, and a service without these operations says that it cannot manage credentials", async ({
  browser,
}) => {
  const wire = await openAlteredWire();
  const dashboard = await startDashboardOn(wire.url);
  try {
    wire.alter("/v1/ops/gateways/save_account", { kind: "answer", status: 502, body: "<html>" });
    const admin = await newSession(browser, "admin", dashboard.url);
    await admin.goto(`${dashboard.url}/gateways`);
    await stripeOf(admin).getByRole("button", { name: "Enter credentials: Stripe" }).click();
    const dialog = admin.getByRole("dialog", { name: "Credentials for Stripe" });
    await enter(dialog, right("0009"));
    await expect(dialog.getByRole("alert")).toContainText("Entering them again is safe");

    wire.alter("/v1/ops/gateways/accounts", { kind: "answer", status: 404, body: { detail: "Not found." } });
    wire.alter("/v1/ops/capabilities", {
      kind: "answer",
      status: 200,
      body: { version: 1, idempotency: true, operations: ["capabilities", "gateways.list"] },
    });
    const later = await startDashboardOn(wire.url);
    try {
      const other = await newSession(browser, "admin", later.url);
      await other.goto(`${later.url}/gateways`);
      await expect(other.getByText("This payment service can’t manage credentials.")).toBeVisible();
      await expect(stripeOf(other)).toHaveCount(0);
    } finally {
      await later.stop();
    }
  } finally {
    await dashboard.stop();
    await wire.close();
  }
});
