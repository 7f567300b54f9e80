import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { expectCleanEverywhere } from "./support/accessible";
import { choose, createPayment } from "./support/merchant";
import { newSession } from "./support/staff";

test("support selects payments of the list and requests their refunds; each is one request, and the rest says why", async ({
  browser,
}) => {
  const mark = `sel-${randomUUID().slice(0, 8)}`;
  const made = [];
  for (const name of ["a", "b", "unpaid"]) {
    const payment = await createPayment("40.00", {
      merchant_transaction_id: `${mark}-${name}`,
      udf1: mark,
    });
    if (name !== "unpaid") await choose(payment.payment_link, "success");
    made.push(payment);
  }
  const finance = await newSession(browser, "finance");
  await finance.goto(`/payments?udf1=${mark}`);
  await expect(finance.getByRole("row")).toHaveCount(4);
  await expect(finance.getByRole("checkbox", { name: "Select all on this page" })).toHaveCount(0);

  const support = await newSession(browser, "support");
  await support.goto(`/payments?udf1=${mark}`);
  const bar = support.getByRole("region", { name: "Selected payments" });
  await support.getByRole("checkbox", { name: new RegExp(`^Select ${mark}-a,`) }).check();
  await expect(bar).toContainText("1 payment selected");
  await bar.getByRole("button", { name: "Clear selection" }).click();
  await expect(bar).toBeHidden();
  await support.getByRole("checkbox", { name: "Select all on this page" }).check();
  await expect(bar).toContainText("3 payments selected");
  await expectCleanEverywhere(support, "the list of payments with a selection");

  await bar.getByRole("button", { name: "Request refunds" }).click();
  const dialog = support.getByRole("dialog", { name: "Request refunds of 3 payments" });
  await dialog.getByLabel("Reason").selectOption("Goods returned");
  await dialog.getByLabel("Note for finance").fill("Recalled batch");
  await expectCleanEverywhere(support, "the request for a selection");
  await dialog.getByRole("button", { name: "Request 3 refunds" }).dblclick();
  await expect(dialog.getByText("2 refunds of 3 requested")).toBeVisible();
  await expect(dialog.getByRole("region", { name: "Not requested" })).toContainText(`${mark}-unpaid`);
  await expect(dialog.getByText(/only a paid payment can be refunded/)).toBeVisible();
  await expectCleanEverywhere(support, "the result of a selection");
  await dialog.getByRole("link", { name: "View your requests" }).click();
  const rows = support.getByRole("row").filter({ hasText: mark });
  await expect(rows).toHaveCount(2);

  await test.step("a second selection of the same payments names the first requests", async () => {
    await support.goto(`/payments?udf1=${mark}`);
    await support.getByRole("checkbox", { name: "Select all on this page" }).check();
    await bar.getByRole("button", { name: "Request refunds" }).click();
    await dialog.getByRole("button", { name: "Request 3 refunds" }).click();
    await expect(dialog.getByText("No refund of 3 requested")).toBeVisible();
    await expect(dialog.getByRole("link", { name: "requested it" })).toHaveCount(2);
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await expect(bar).toBeHidden();
  });

  await finance.goto("/requests");
  const row = finance.getByRole("row").filter({ hasText: `${mark}-a` });
  await row.getByRole("link", { name: /^Accept the request/ }).click();
  const form = finance.getByRole("dialog");
  await expect(form.getByText("Recalled batch")).toBeVisible();
  await form.getByRole("button", { name: "Refund ₹40.00" }).click();
  await expect(finance).toHaveURL(/\/refunds\/RFD/);
  for (const page of [support, finance]) await page.context().close();
});
