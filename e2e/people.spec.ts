import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { startSession } from "./support/staff";

const PASSWORD = "violet-tram-otter-42";
const newEmail = (): string => `nila.${randomUUID()}@example.com`;

test("an admin invites somebody, who chooses a password, signs in, and is put out at once when deactivated", async ({
  page,
  browser,
}) => {
  const email = newEmail();
  await startSession(page, "admin");
  await page.goto("/people");
  await page.getByRole("link", { name: "Invite" }).click();
  await page.getByRole("button", { name: "Create invitation" }).click();
  await expect(page.getByText("Enter an email address like name@example.com.")).toBeVisible();
  await page.getByLabel("Name").fill("Nila");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Role").selectOption("ops");
  await page.getByRole("button", { name: "Create invitation" }).click();
  await expect(page.getByText("Send them this link")).toBeVisible();
  const link = await page.getByText(/\/invitation\//).innerText();

  const person = await (await browser.newContext()).newPage();
  await person.goto(link);
  await expect(person.getByRole("heading", { name: "Welcome to Paydeck" })).toBeVisible();
  await person.getByLabel("New password").fill("password1234");
  await person.getByRole("button", { name: "Save and sign in" }).click();
  await expect(person.getByText("This password is too common")).toBeVisible();
  await person.getByLabel("New password").fill(PASSWORD);
  await person.getByRole("button", { name: "Save and sign in" }).click();
  await expect(person).toHaveURL("/payments");
  // The link works only once.
  const late = await (await browser.newContext()).newPage();
  await late.goto(link);
  await expect(late.getByText("This link no longer works")).toBeVisible();
  await late.context().close();

  await page.getByRole("link", { name: "View person" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Nila" })).toBeVisible();
  await expect(page.getByText("This session")).toHaveCount(0);
  await page.getByRole("button", { name: "Deactivate" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Deactivate" }).click();
  await expect(page.getByText("Deactivated. All sessions ended.")).toBeVisible();
  await person.goto("/refunds");
  await expect(person).toHaveURL(/\/login/);
  await person.context().close();

  await page.getByRole("button", { name: "Reactivate" }).click();
  await expect(page.getByText("They can sign in again.")).toBeVisible();
});
