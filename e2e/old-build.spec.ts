import { expect, test } from "@playwright/test";
import { createPaidPayment } from "./support/merchant";
import { startSession } from "./support/staff";

test("an action that the server no longer has asks to reload, and what was typed comes back", async ({
  page,
}) => {
  const { transaction_id: id } = await createPaidPayment("100.00");
  await startSession(page, "finance");
  await page.goto(`/payments/${id}`);
  const field = page.getByLabel("Add a note");
  await field.fill("Called the customer.");
  await page.route(`**/payments/${id}`, async (route) => {
    const headers = route.request().headers();
    const action = headers["next-action"];
    // As an earlier version would send it: well formed, and unknown.
    await route.continue(
      action === undefined
        ? {}
        : { headers: { ...headers, "next-action": `${action.slice(0, 2)}${"0".repeat(action.length - 2)}` } },
    );
  });
  const asked = page.waitForEvent("dialog");
  const pressed = page.getByRole("button", { name: "Add note" }).click();
  const dialog = await asked;
  expect(dialog.message()).toContain("this step was not carried out");
  const reloaded = page.waitForEvent("load");
  await dialog.accept();
  await Promise.all([pressed, reloaded]);
  await page.unroute(`**/payments/${id}`);
  await expect(field).toHaveValue("Called the customer.");
  await page.getByRole("button", { name: "Add note" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Called the customer." }).last()).toBeVisible();
});
