import { expect, type Locator, type Page, test } from "@playwright/test";
import { opsClient } from "./support/altered-wire";
import { startSession } from "./support/staff";

/** Other tests of this stack expect no fees. */
test.afterEach(async () => {
  const read = await opsClient.ops("gateways.fees", {});
  if (read.kind !== "answered") return;
  for (const { gateway, revision, fees } of read.value.gateways) {
    if (fees.length > 0) await opsClient.ops("gateways.save_fees", { gateway, revision, fees: [] });
  }
});

const panelOf = (page: Page): Locator => page.getByRole("region", { name: "Fees", exact: true });
const openForm = async (page: Page): Promise<Locator> => {
  await panelOf(page).getByRole("button", { name: "Edit fees: simulator", exact: true }).click();
  return page.getByRole("dialog", { name: "Fees of simulator" });
};

test("fees are entered for a gateway, corrected where they are wrong, and shown by currency and method", async ({
  page,
}) => {
  await startSession(page, "admin");
  await page.goto("/gateways?tab=fees");
  await expect(panelOf(page)).toContainText("No fees entered");
  const form = await openForm(page);
  const first = form.getByRole("group", { name: "Fee 1" });
  await expect(first.getByLabel("Currency")).toHaveValue("INR");
  await form.getByRole("button", { name: "Save fees" }).click();
  await expect(first.getByLabel("Percentage")).toHaveAccessibleDescription(
    'Must be a percentage from 0 to 100 with at most four decimals, like "2.36".',
  );
  await first.getByLabel("Percentage").fill("2.36%");
  await first.getByLabel("Fixed part").fill("3");
  await form.getByRole("button", { name: "Add fee" }).click();
  const second = form.getByRole("group", { name: "Fee 2" });
  await second.getByLabel("Percentage").fill("0");
  await form.getByRole("button", { name: "Save fees" }).click();
  await expect(second.getByLabel("Method")).toHaveAccessibleDescription(
    /There is a fee for this currency and method/,
  );
  await second.getByLabel("Method").selectOption("UPI");
  await form.getByRole("button", { name: "Save fees" }).click();
  await expect(form).toHaveCount(0);
  await expect(panelOf(page)).toContainText("Fees of simulator saved.");

  const table = page.getByRole("table", { name: "Fees of simulator" });
  await expect(table.getByRole("row")).toHaveText([
    "CurrencyMethodFee",
    "INRAll other methods2.36% + ₹3.00",
    "INRUPIFree",
  ]);

  await openForm(page);
  await form.getByRole("button", { name: "Remove fee 1" }).click();
  await expect(form.getByRole("group", { name: "Fee 1" }).getByLabel("Method")).toHaveValue("UPI");
  await form.getByRole("button", { name: "Save fees" }).click();
  await expect(table.getByRole("row")).toHaveCount(2);
});

test("a rule weighs fees: its field, its sentence, and what the service refuses", async ({ page }) => {
  await startSession(page, "admin");
  await page.goto("/rules");
  await page.getByRole("button", { name: "Add rule" }).click();
  const card = page
    .getByRole("list", { name: "Rules, in order" })
    .getByRole("listitem", { name: /^Rule \d+$/ })
    .last();
  await card.getByLabel("Strategy").selectOption("success_rate");
  const field = card.getByLabel("Prefer lower fees within (points)");
  await expect(field).toHaveValue("0");
  await expect(card).toContainText("that succeeds most often.");
  await field.pressSequentially("1.5");
  await field.fill("1.5");
  await expect(field).toHaveValue("1.5");
  await expect(card).toContainText(
    "that succeeds most often; of those within 1.5 points of the best, to the one with the lowest fee.",
  );
  await field.fill("1.55");
  await page.getByRole("button", { name: "Save…" }).click();
  await page.getByRole("button", { name: "Save as new version" }).click();
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(card.getByText("Must be a number from 0 to 20 with at most one decimal")).toBeVisible();
});
