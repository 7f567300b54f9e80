import { expect, type Page, test } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { expectCleanState } from "./support/accessible";
import { enter, newcomer } from "./support/newcomer";

/** The code of the next time step, which is accepted already: even on a slow machine, no test uses a code twice. */
function nextCode(secret: string): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + 30_000 });
}

async function turnOn(page: Page, password: string): Promise<{ secret: string; used: string }> {
  await page.goto("/account");
  const panel = page.getByRole("region", { name: "Two-factor authentication" });
  await panel.getByLabel("Password").fill(password);
  await panel.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
  const secret = await page.getByText(/^[A-Z2-7]{32}$/).innerText();
  const used = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  await panel.getByLabel("Code").fill(used);
  await panel.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("Save these recovery codes")).toBeVisible();
  return { secret, used };
}

test("a second factor is turned on, required at sign-in, accepted once, and replaced by a recovery code", async ({
  browser,
}) => {
  // Signs in four times in a row.
  test.slow();
  const { page, email, password } = await newcomer(browser, "support");
  const { secret, used } = await turnOn(page, password);
  const codes = await page
    .getByRole("list", { name: "recovery codes" })
    .getByRole("listitem")
    .allInnerTexts();
  expect(codes).toHaveLength(10);
  await page.getByRole("button", { name: "I have saved them" }).click();
  await expect(page.getByText("Two-factor authentication is on.")).toBeVisible();

  const other = await (await browser.newContext()).newPage();
  await enter(other, email, password);
  await expect(other.getByRole("heading", { name: "Enter your code" })).toBeVisible();
  await expectCleanState(other, "code");
  // No session yet.
  expect((await other.request.get("/api/payments/x")).status()).toBe(401);
  await other.getByLabel("Code").fill(used);
  await other.getByRole("button", { name: "Continue" }).click();
  await expect(other.getByText("This code is incorrect or already used")).toBeVisible();
  await other.evaluate(() => Object.assign(window, { before: true }));
  await other.getByLabel("Code").fill(nextCode(secret));
  await other.getByRole("button", { name: "Continue" }).click();
  await expect(other).toHaveURL("/payments");
  // Whatever was in memory of the tab ends with sign-in.
  expect(await other.evaluate(() => "before" in window)).toBe(false);

  const third = await (await browser.newContext()).newPage();
  await enter(third, email, password);
  await third.getByLabel("Code").fill(codes[0] ?? "");
  await third.getByRole("button", { name: "Continue" }).click();
  await expect(third).toHaveURL("/payments");
  await third.goto("/account");
  await expect(third.getByText("9 recovery codes left.")).toBeVisible();
  await expectCleanState(third, "account with a second factor");

  // The other sessions are listed and ended from here.
  await expect(third.getByText("Password and recovery code", { exact: false }).first()).toBeVisible();
  await third.getByRole("button", { name: "End all other sessions" }).click();
  await expect(third.getByText("2 sessions ended")).toBeVisible();
  await other.goto("/account");
  await expect(other).toHaveURL(/\/login/);
  for (const one of [page, other, third]) await one.context().close();
});

test("codes that are confirmed at once never bring back the form that turns two-factor authentication on", async ({
  browser,
}) => {
  const { page, password } = await newcomer(browser, "support");
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seenAfterCodes: seen });
    let isConfirmed = false;
    new MutationObserver(() => {
      const buttons = [...document.querySelectorAll("button")];
      if (isConfirmed) seen.push(...buttons.map((button) => button.innerText));
      const confirm = buttons.find((button) => button.innerText === "I have saved them");
      if (confirm === undefined || confirm.disabled) return;
      isConfirmed = true;
      confirm.click();
    }).observe(document, { childList: true, subtree: true, attributes: true });
  });
  await page.goto("/account");
  const panel = page.getByRole("region", { name: "Two-factor authentication" });
  await panel.getByLabel("Password").fill(password);
  await panel.getByRole("button", { name: "Turn on" }).click();
  const secret = await page.getByText(/^[A-Z2-7]{32}$/).innerText();
  await panel.getByLabel("Code").fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate());
  await panel.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("Two-factor authentication is on.")).toBeVisible();
  await expect(panel.getByRole("button", { name: "Turn off" })).toBeVisible();
  const seen = await page.evaluate(() => (window as unknown as { seenAfterCodes: string[] }).seenAfterCodes);
  expect(seen).not.toContain("Turn on");
  await page.context().close();
});
