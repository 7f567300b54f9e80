import { randomUUID } from "node:crypto";
import { expect, test, type Page } from "@playwright/test";
import { ScriptedService } from "../tools/testing/dashboard/scripted-service";
import { AnyService } from "./support/any-service";
import { addShopEurope } from "./support/save-account";
import { signInByForm } from "./support/staff";

const first = AnyService.forTheseTests();
const other = new ScriptedService({ now: () => new Date() });
const SLUG = "shop-eu";
const PASSWORD = "violet-tram-otter-42";
const email = `nila.${randomUUID()}@example.com`;
let guest: Page;

test.describe.configure({ mode: "serial" });
test.beforeAll(() => other.start());
test.afterAll(async () => {
  await guest.context().close();
  await other.stop();
});

const at = (path: string): string => first.at(`/a/${SLUG}${path}`);

async function signIn(page: Page, password: string, from = ""): Promise<void> {
  await page.goto(first.at(`/login${from === "" ? "" : `?from=${encodeURIComponent(from)}`}`));
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

async function signOut(page: Page): Promise<void> {
  await page.context().clearCookies();
}

test("an admin of the first account invites somebody to another account alone", async ({ browser }) => {
  const page = first.as("admin");
  await page.goto(first.at("/merchant-accounts"));
  await addShopEurope(page, { slug: SLUG, baseUrl: other.baseUrl });

  const row = page.getByRole("row", { name: /Shop Europe/ });
  await expect(row).toContainText("1 admin");
  await row.getByRole("link", { name: "People of Shop Europe" }).filter({ visible: true }).click();
  await expect(page).toHaveURL(at("/people"));
  await expect(page.getByLabel("Email")).toBeVisible();

  await page.goto(first.at("/people/invite"));
  await page.getByLabel("Name").fill("Nila");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Role").selectOption("finance");
  await page.getByLabel("Account", { exact: true }).selectOption("Shop Europe");
  await page.getByRole("button", { name: "Create invitation" }).click();
  await expect(page.getByText("Send them this link")).toBeVisible();
  const link = await page.getByText(/\/invitation\//).innerText();

  guest = await (await browser.newContext()).newPage();
  await guest.goto(first.at(new URL(link).pathname));
  await guest.getByLabel("New password").fill(PASSWORD);
  await guest.getByRole("button", { name: "Save and sign in" }).click();
  await expect(guest).toHaveURL(at("/payments"));
  await expect(guest.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(guest.locator("html")).toHaveAttribute("data-account", SLUG);
  await page.goto(first.at("/people"));
  await expect(page.getByRole("row", { name: new RegExp(email) })).toContainText("Other accounts");
});

test("sign-in leads them to their account, whatever they asked for", async () => {
  for (const from of ["", "/payments", "/refunds?status=x", "/a/nowhere/payments"]) {
    await signOut(guest);
    await signIn(guest, PASSWORD, from);
    await expect(guest).toHaveURL(at("/payments"));
  }
  await signOut(guest);
  await signIn(guest, PASSWORD, `/a/${SLUG}/refunds`);
  await expect(guest).toHaveURL(at("/refunds"));
  await guest.goto(first.at("/"));
  await expect(guest).toHaveURL(at("/payments"));
  await guest.goto(first.at("/login"));
  await expect(guest).toHaveURL(at("/payments"));
});

test("the first account's pages and data are not there for them, and name nothing of it", async () => {
  const payment = first.service.addPayment({ merchant_transaction_id: `ORDER-${randomUUID()}` });
  const { transaction_id: id, merchant_transaction_id: reference } = payment;
  for (const path of [
    "/payments",
    `/payments?reference=${reference}`,
    `/payments/${id}?reference=${reference}`,
    "/refunds",
    "/overview",
    "/notifications",
    "/account",
    "/people",
    "/merchant-accounts",
    "/a/main/payments",
  ]) {
    const response = await guest.goto(first.at(path));
    expect([path, response?.status()]).toEqual([path, 404]);
    expect(await guest.content(), path).not.toContain("Main account");
  }
  for (const path of [
    `/api/payments/${id}`,
    "/api/export/refunds?format=csv",
    "/api/export/payments?format=csv",
    "/api/notifications",
    "/api/notifications/unread",
  ]) {
    const response = await guest.request.get(first.at(path));
    expect([path, response.status()]).toEqual([path, 404]);
    expect(await response.text(), path).not.toContain(id);
  }
  // The way back from "not found" leads to their own account.
  await guest.goto(first.at("/payments"));
  await guest.getByRole("link", { name: "Go to payments" }).click();
  await expect(guest).toHaveURL(at("/payments"));
});

test("their own password and sessions still work", async () => {
  await guest.goto(at("/account"));
  await expect(guest.getByText(email).first()).toBeVisible();
  await guest.getByLabel("Current password").fill(PASSWORD);
  await guest.getByLabel("New password", { exact: true }).fill(`${PASSWORD}-new`);
  await guest.getByRole("button", { name: "Change password" }).click();
  await expect(guest.getByText("Password changed.").first()).toBeVisible();
  await signOut(guest);
  await signIn(guest, `${PASSWORD}-new`);
  await expect(guest).toHaveURL(at("/payments"));
});

test("without a role in any account they are told so, and with one in the first account they are led there", async () => {
  const admin = first.as("admin");
  await admin.goto(at("/people"));
  await admin.getByRole("link", { name: "Nila" }).click();
  await admin.getByRole("button", { name: "Remove from this account" }).click();
  await admin.getByRole("alertdialog").getByRole("button", { name: "Remove from this account" }).click();
  await expect(admin.getByRole("button", { name: "Give access again" })).toBeVisible();
  await guest.goto(at("/payments"));
  await expect(guest).toHaveURL(/\/login/);
  await signOut(guest);
  await signIn(guest, `${PASSWORD}-new`);
  await expect(guest.getByRole("heading", { name: "You have no role in any account" })).toBeVisible();
  await guest.getByRole("button", { name: "Sign out" }).click();
  await expect(guest.getByLabel("Password")).toBeVisible();

  await admin.goto(first.at("/people"));
  await admin.getByRole("link", { name: "Nila" }).click();
  await admin.getByRole("button", { name: "Give a role in this account" }).click();
  await expect(admin.getByText("They can sign in again.")).toBeVisible();
  await signIn(guest, `${PASSWORD}-new`);
  await expect(guest).toHaveURL(first.at("/payments"));
});

test("a person of both accounts loses the role in the first, and signs in to the other", async () => {
  const admin = first.as("admin");
  await admin.goto(at("/people"));
  await admin.getByRole("link", { name: "Nila" }).click();
  await admin.getByRole("button", { name: "Give access again" }).click();
  await expect(admin.getByRole("button", { name: "Remove from this account" })).toBeVisible();
  await admin.goto(first.at("/people"));
  await admin.getByRole("link", { name: "Nila" }).click();
  await admin.getByRole("button", { name: "Remove from this account" }).click();
  await admin.getByRole("alertdialog").getByRole("button", { name: "Remove from this account" }).click();
  await expect(admin.getByText("Removed from this account.")).toBeVisible();
  await guest.goto(first.at("/payments"));
  await expect(guest).toHaveURL(/\/login/);
  await signIn(guest, `${PASSWORD}-new`);
  await expect(guest).toHaveURL(at("/payments"));
});

test("an account whose last admin was deactivated gets another from the list of accounts", async () => {
  const admin = first.as("admin");
  // Somebody else becomes its only admin, and is then deactivated in the first account.
  await admin.goto(at("/people"));
  await admin.getByLabel("Email").fill("ops@example.com");
  await admin.getByLabel("Role").selectOption("admin");
  await admin.getByRole("button", { name: "Add to this account" }).click();
  await expect(admin.getByRole("row", { name: /ops@example.com/ })).toBeVisible();
  await admin.getByRole("link", { name: "Sandbox admin", exact: true }).click();
  await expect(admin.getByRole("heading", { level: 1, name: "Sandbox admin" })).toBeVisible();
  await admin.getByRole("combobox", { name: "Role" }).selectOption("support");
  // A change of role ends their sessions.
  await Promise.all([
    admin.waitForResponse((response) => response.request().method() === "POST"),
    admin.getByRole("button", { name: "Change role" }).click(),
  ]);
  // The page may be on its way to the sign-in by itself, which would break off this visit.
  await expect(async () => {
    await admin.goto(at("/people"));
  }).toPass();
  await expect(admin).toHaveURL(/\/login/);
  await signInByForm(admin, "admin", first.at(""));
  await admin.goto(first.at("/people"));
  await admin.getByRole("link", { name: "Sandbox ops", exact: true }).click();
  await admin.getByRole("button", { name: "Deactivate" }).click();
  await admin.getByRole("alertdialog").getByRole("button", { name: "Deactivate" }).click();
  await expect(admin.getByText("Deactivated. All sessions ended.")).toBeVisible();

  await admin.goto(first.at("/merchant-accounts"));
  const row = admin.getByRole("row", { name: /Shop Europe/ });
  await expect(row).toContainText("No active admin");
  await admin.getByRole("button", { name: "Appoint an admin of Shop Europe" }).click();
  const dialog = admin.getByRole("dialog");
  await dialog.getByLabel("Email").fill("nobody@example.com");
  await dialog.getByRole("button", { name: "Appoint" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Nobody with this email address");
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByRole("button", { name: "Appoint" }).click();
  await expect(dialog).toBeHidden();
  await expect(row).not.toContainText("No active admin");
  await signOut(guest);
  await signIn(guest, `${PASSWORD}-new`);
  await expect(guest).toHaveURL(at("/payments"));
  await guest.goto(at("/people"));
  await expect(guest.getByRole("table")).toBeVisible();
});
