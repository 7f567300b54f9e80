import { expect, test } from "@playwright/test";
import { newSession } from "./support/staff";

test("an admin sets from where on the account is notified, is told of a wrong number, and restores the defaults", async ({
  browser,
}) => {
  const admin = await newSession(browser, "admin");
  await admin.goto("/channels");
  const panel = admin.getByRole("region", { name: "When to notify" });
  const stuck = panel.getByLabel("Stuck payments: more than");
  await expect(stuck).toHaveValue("20");
  await stuck.fill("200");
  await panel.getByRole("button", { name: "Save limits" }).click();
  await expect(panel.getByText("Enter a whole number from 0 to 199.")).toBeVisible();
  await expect(stuck).toHaveValue("200");
  await stuck.fill("42");
  await stuck.press("Enter");
  await expect(panel.getByText("Limits saved")).toBeVisible();
  await admin.reload();
  await expect(stuck).toHaveValue("42");
  await expect(panel.getByText(/Changed by .*admin/i)).toBeVisible();

  const other = await newSession(browser, "admin");
  await other.goto("/channels");
  const theirs = other.getByRole("region", { name: "When to notify" });
  await panel.getByRole("button", { name: "Restore defaults" }).click();
  await expect(panel.getByText("Limits saved")).toBeVisible();
  await expect(stuck).toHaveValue("20");
  await theirs.getByLabel("Refund: late after (hours)").fill("30");
  await theirs.getByRole("button", { name: "Save limits" }).click();
  await expect(theirs.getByText("Another person changed the limits meanwhile.")).toBeVisible();
  await expect(theirs.getByLabel("Stuck payments: more than")).toHaveValue("20");
  await expect(theirs.getByLabel("Refund: late after (hours)")).toHaveValue("30");

  await admin.goto("/audit");
  await expect(
    admin.getByText("Changed the limits of notifications").filter({ visible: true }).first(),
  ).toBeVisible();
  await Promise.all([admin.context().close(), other.context().close()]);
});
