import { expect, type Locator, type Page, test } from "@playwright/test";
import { E2E_VENDOR } from "../tools/testing/e2e-vendor";
import { opsClient } from "./support/altered-wire";
import { newcomer } from "./support/newcomer";
import { startSession } from "./support/staff";

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
    await second.goto("/gateways?tab=accounts");
    const request = waitsFor(second, hint);
    await expect(request.getByRole("button")).toHaveText(["Confirm", "Decline"]);
    await request.getByRole("button", { name: "Confirm" }).click();
    await expect(request).toHaveCount(0);
    await expect(stripeOf(second)).toContainText(`New payments go to your account ${hint}.`);
    await page.reload();
    await expect(waitsFor(page, hint)).toHaveCount(0);
  };
  await page.goto("/gateways?tab=accounts");
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
  await expect(page.getByRole("row", { name: /^stripe/ })).toContainText("Active");

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
