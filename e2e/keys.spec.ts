import { expect, type Page, test } from "@playwright/test";
import { E2E } from "../tools/testing/e2e-stack";
import { createPaydeckClient } from "../lib/client";
import { startSession } from "./support/staff";

const unique = (what: string): string => `${what} ${String(Date.now())}`;
const rowOf = (page: Page, label: string) =>
  page.getByRole("table", { name: "API keys, newest first" }).getByRole("row").filter({ hasText: label });

/** Reads the key and the salt from the dialog and confirms them as stored. */
async function storeSecret(page: Page): Promise<{ apiKey: string; salt: string }> {
  const dialog = page.getByRole("alertdialog", { name: /^New key/ });
  await expect(dialog.getByRole("code")).toHaveCount(2);
  await page.keyboard.press("Escape");
  const [apiKey = "", salt = ""] = await dialog.getByRole("code").allTextContents();
  await dialog.getByRole("button", { name: "I have stored it" }).click();
  await expect(dialog).toHaveCount(0);
  return { apiKey, salt };
}

async function revoke(page: Page, label: string): Promise<void> {
  await rowOf(page, label)
    .first()
    .getByRole("button", { name: `Revoke: ${label}` })
    .click();
  const dialog = page.getByRole("alertdialog", { name: `Revoke “${label}”?` });
  const confirm = dialog.getByRole("button", { name: "Revoke key" });
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel(/Type the label/).fill(label);
  await confirm.click();
  await expect(dialog).toHaveCount(0);
}

test("a key is made, shown once, works, is renamed, rotated and revoked", async ({ page }) => {
  const label = unique("shop");
  await startSession(page, "admin");
  await page.goto("/keys");
  await page.getByRole("button", { name: "Create key" }).click();
  const form = page.getByRole("dialog", { name: "Create an API key" });
  await form.getByRole("button", { name: "Create key" }).click();
  await expect(form.getByLabel("Label")).toHaveAccessibleDescription(/Must not be blank/);
  await form.getByLabel("Label").fill(label);
  await form.getByLabel("Requests per second").fill("20");
  await expect(form.getByRole("radio", { name: /^Payments only/ })).toBeChecked();
  // An end that is typed in part makes no key, least of all one without an end.
  const ends = form.locator("input[type=datetime-local]");
  await ends.focus();
  await page.keyboard.type("1231");
  await form.getByRole("button", { name: "Create key" }).click();
  await expect(ends).toBeFocused();
  await expect(form.getByLabel("Label")).toHaveValue(label);
  await ends.fill("2099-12-31T10:00");
  await form.getByRole("button", { name: "Create key" }).click();
  const secret = await storeSecret(page);
  const client = createPaydeckClient({ baseUrl: E2E.routingUrl, apiKey: secret.apiKey, salt: secret.salt });
  expect((await client.ops("capabilities", {})).kind).toBe("answered");
  expect(await client.ops("gateways.accounts", {})).toMatchObject({ refusal: { status: 403 } });
  expect(await client.transactionStatus(label)).toMatchObject({ refusal: { kind: "not_found" } });

  await page.reload();
  await expect(rowOf(page, label)).toContainText("Active");
  await expect(rowOf(page, label)).toContainText("Payments only");
  await expect(rowOf(page, label)).toHaveCount(1);
  await expect(rowOf(page, label)).toContainText("2099");
  const html = await page.content();
  expect(html).not.toContain(secret.salt);
  expect(html).not.toContain(secret.apiKey);

  await test.step("revoking the key that Paydeck itself uses says what would stop", async () => {
    const ours = rowOf(page, "Used by Paydeck");
    await expect(ours).toHaveCount(1);
    await expect(ours).toContainText("Everything");
    await ours.getByRole("button", { name: /^Revoke:/ }).click();
    const dialog = page.getByRole("alertdialog");
    await expect(dialog).toContainText("Paydeck signs with this key");
    await expect(dialog.getByRole("button", { name: "Revoke key" })).toBeDisabled();
    await dialog.getByRole("button", { name: "Keep key" }).click();
    await expect(ours).toContainText("Active");
  });

  const renamed = `${label} renamed`;
  await page.getByRole("button", { name: `Edit: ${label}` }).click();
  const edit = page.getByRole("dialog", { name: /^Edit “/ });
  await expect(edit.getByLabel("Requests per second")).toHaveValue("20");
  await edit.getByLabel("Label").fill(renamed);
  await edit.getByRole("radio", { name: /^Everything/ }).check();
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(rowOf(page, renamed)).toHaveCount(1);
  await expect(rowOf(page, renamed)).toContainText("Everything");
  expect((await client.ops("gateways.accounts", {})).kind).toBe("answered");

  await page.getByRole("button", { name: `Rotate: ${renamed}` }).click();
  const rotate = page.getByRole("alertdialog", { name: `Rotate “${renamed}”?` });
  await rotate.getByLabel("Old key works for").selectOption({ label: "Expires now" });
  await rotate.getByRole("button", { name: "Rotate key" }).click();
  const next = await storeSecret(page);
  expect(next.salt).not.toBe(secret.salt);
  await expect(rowOf(page, renamed)).toHaveCount(2);
  expect(await client.ops("capabilities", {})).toMatchObject({ refusal: { kind: "key_refused" } });

  await revoke(page, renamed);
  const revoked = rowOf(page, renamed).first();
  await expect(revoked).toContainText("Revoked");
  await expect(revoked).not.toContainText("Expired");
});
