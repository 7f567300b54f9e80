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
