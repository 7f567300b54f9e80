import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { E2E } from "../tools/testing/e2e-stack";
import { expectCleanState } from "./support/accessible";
import { Staff } from "./support/direct";
import { createPaidPayment } from "./support/merchant";
import { openRefund, startSession } from "./support/staff";

let staff: Staff;
test.beforeAll(() => {
  staff = new Staff();
});
test.afterAll(() => staff.db.end());

test("an admin composes a role with an amount and gives it; its refunds end at the amount, and a change holds at once", async ({
  page,
  browser,
}) => {
  const name = `Refund desk ${randomUUID().slice(0, 8)}`;
  const payment = await createPaidPayment("900.00");
  const clerk = await staff.newcomer("support");
  await startSession(page, "admin");
  await page.goto("/people/roles/new");
  await test.step("the role is composed with the keyboard alone, and every fault is at its field", async () => {
    await expect(page.getByLabel("Name")).toBeFocused();
    const to = async (role: "checkbox" | "radio" | "textbox", named: string): Promise<void> => {
      const wanted = page.getByRole(role, { name: named });
      for (let steps = 0; steps < 60; steps++) {
        if (await wanted.evaluate((element) => element === document.activeElement)) return;
        await page.keyboard.press("Tab");
      }
      throw new Error(`Tab never reaches ${named}.`);
    };
    const nothing = page.getByRole("alert").filter({ hasText: "Nothing was saved" });
    await expect(page.getByRole("button", { name: "Save role" })).toBeEnabled();
    // Enter saves from any field; what is wrong is read out, and one comes to the fields from there.
    await page.keyboard.press("Enter");
    await expect(nothing).toBeVisible();
    await expect(page.getByText("Enter a name.")).toBeVisible();
    await expect(page.getByText("Choose at least one permission.")).toBeVisible();
    await to("textbox", "Name");
    await page.keyboard.type(name);
    for (const permission of ["View payments", "View refunds, requests and approvals", "Refund payments"]) {
      await to("checkbox", permission);
      await page.keyboard.press("Space");
    }
    // The amounts are next to what they limit, and an arrow chooses between the two.
    await page.keyboard.press("Tab");
    await expect(page.getByRole("radio", { name: "Any amount" })).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("radio", { name: "Up to an amount" })).toBeChecked();
    const amount = page.getByRole("textbox", { name: "Amount" });
    await to("textbox", "Amount");
    await page.keyboard.type("five");
    await page.keyboard.press("Enter");
    await expect(amount).toHaveAttribute("aria-invalid", "true");
    await expect(amount).toHaveAccessibleDescription(/^Enter amounts above 0/);
    await expect(page.getByRole("textbox", { name: "Currency" })).toHaveAttribute("aria-invalid", "false");
    await expectCleanState(page, "the form of a role");
    await to("textbox", "Amount");
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("500");
    await page.keyboard.press("Enter");
  });
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toContainText("Refund payments up to ₹500.00");

  await page.goto(`/people/${clerk.userId}`);
  await page.getByRole("combobox", { name: "Role" }).selectOption(name);
  await page.getByRole("button", { name: "Change role" }).click();
  await expect(page.getByText("Role changed. They must sign in again.")).toBeVisible();

  const context = await browser.newContext();
  const [cookieName = "", ...value] = (await staff.cookieFor(clerk.userId)).split("=");
  await context.addCookies([{ name: cookieName, value: value.join("="), url: E2E.dashboardUrl }]);
  const person = await context.newPage();
  await person.goto(`/payments/${payment.transaction_id}`);
  await expect(person.getByText(name).first()).toBeAttached();
  const dialog = await openRefund(person, payment.transaction_id);
  await dialog.getByLabel("Refund amount").fill("500.01");
  await dialog.getByLabel("Refund amount").blur();
  await expect(dialog.getByText("Ask a colleague who can refund more.")).toBeVisible();
  await dialog.getByLabel("Refund amount").fill("400");
  await dialog.getByRole("button", { name: "Refund ₹400.00" }).click();
  await expect(person).toHaveURL(/\/refunds\/RFD/);

  await page.goto("/people/roles");
  await page.getByRole("link", { name }).click();
  await expect(page.getByText(/^Who has it: /)).toBeVisible();
  await page.getByRole("button", { name: "Delete role" }).click();
  await expect(page.getByText("People have this role")).toBeVisible();
  await page.getByRole("checkbox", { name: "View payments" }).uncheck();
  await page.getByRole("button", { name: "Save role" }).click();
  await expect(page).toHaveURL(/\/people\/roles$/);
  await person.goto("/payments");
  await expect(person.getByText("Your role does not allow this")).toBeVisible();
  const item = person.getByRole("link", { name: "What your role allows has changed" });
  await expect
    .poll(
      async () => {
        await person.goto("/notifications");
        return item.allInnerTexts();
      },
      { timeout: 90_000 },
    )
    .toEqual([expect.stringContaining(`${name}: 1 permission removed · Sandbox admin`)]);
  await item.click();
  const panel = person.getByRole("region", { name: "What your role allows" });
  await expect(panel).toContainText("Refund payments up to ₹500.00");
  await expect(panel).not.toContainText("View payments");
  await context.close();
});
