import { expect, test, type Locator } from "@playwright/test";
import { createPaidPayment, refundOutsideDashboard } from "./support/merchant";
import { startSession } from "./support/staff";

const styleOf = (part: Locator, name: string): Promise<string> =>
  part.evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);

test("in the person's own few colours, buttons, the current place, what is disabled and the balance can be told apart", async ({
  page,
}) => {
  const { transaction_id: id } = await createPaidPayment("100.00");
  await refundOutsideDashboard(id, "30.00");
  await startSession(page, "finance");
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto(`/payments/${id}`);
  const refund = page.getByRole("button", { name: "Refund", exact: true });
  await expect(refund).toBeVisible();
  expect(await styleOf(refund, "outline-style")).toBe("solid");
  const pressable = await styleOf(refund, "color");
  await refund.evaluate((button) => button.setAttribute("disabled", ""));
  expect(await styleOf(refund, "color")).not.toBe(pressable);

  const links = page.getByRole("navigation").getByRole("link");
  const here = links.and(page.locator("[aria-current]")).first();
  expect(await styleOf(here, "outline-width")).toBe("2px");
  expect(await styleOf(page.getByRole("link", { name: "Refunds", exact: true }), "outline-style")).toBe(
    "none",
  );

  const parts = page.getByRole("img", { name: /₹30.00/ }).locator("span");
  const [refunded, left] = [parts.first(), parts.last()];
  expect(await styleOf(refunded, "background-color")).not.toBe(await styleOf(left, "background-color"));
});
