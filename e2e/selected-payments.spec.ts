import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { choose, createPayment, refundOutsideDashboard } from "./support/merchant";
import { expectActionsNext } from "./support/selection";
import { newSession, startSession } from "./support/staff";

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
  const support = await newSession(browser, "support");
  await support.goto(`/payments?udf1=${mark}`);
  const bar = support.getByRole("region", { name: "Selected payments" });
  await expectActionsNext(support, support.getByRole("checkbox", { name: new RegExp(`^Select ${mark}-a,`) }));
  await expect(bar).toContainText("1 payment selected");
  await bar.getByRole("button", { name: "Clear selection" }).click();
  await expect(bar).toBeHidden();
  await support.getByRole("checkbox", { name: "Select all on this page" }).check();
  await expect(bar).toContainText("3 payments selected");

  await bar.getByRole("button", { name: "Request refunds" }).click();
  const dialog = support.getByRole("dialog", { name: "Request refunds of 3 payments" });
  await dialog.getByLabel("Reason").selectOption("Goods returned");
  await dialog.getByLabel("Note").fill("Recalled batch");
  await dialog.getByRole("button", { name: "Request 3 refunds" }).dblclick();
  await expect(dialog.getByText("2 refunds of 3 requested")).toBeVisible();
  await expect(dialog.getByRole("region", { name: "Not requested" })).toContainText(`${mark}-unpaid`);
  await expect(dialog.getByText(/only a paid payment can be refunded/)).toBeVisible();
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

  const finance = await newSession(browser, "finance");
  await finance.goto("/requests");
  const row = finance.getByRole("row").filter({ hasText: `${mark}-a` });
  await row.getByRole("link", { name: /^Accept the request/ }).click();
  const form = finance.getByRole("dialog");
  await expect(form.getByText("Recalled batch")).toBeVisible();
  await form.getByRole("button", { name: "Refund ₹40.00" }).click();
  await expect(finance).toHaveURL(/\/refunds\/RFD/);
  for (const page of [support, finance]) await page.context().close();
});

test("finance selects payments of the list, exports them, and opens bulk runs with what is possible for each", async ({
  page,
}) => {
  const mark = `sel-${randomUUID().slice(0, 8)}`;
  const paid = await createPayment("40.00", { merchant_transaction_id: `${mark}-paid`, udf1: mark });
  await choose(paid.payment_link, "success");
  await refundOutsideDashboard(paid.transaction_id, "15.00");
  const open = await createPayment("30.00", { merchant_transaction_id: `${mark}-open`, udf1: mark });
  await createPayment("20.00", { merchant_transaction_id: `${mark}-other`, udf1: mark });

  await startSession(page, "finance");
  await page.goto(`/payments?udf1=${mark}`);
  const bar = page.getByRole("region", { name: "Selected payments" });
  await page.getByRole("checkbox", { name: new RegExp(`^Select ${mark}-paid,`) }).check();
  await page.getByRole("checkbox", { name: new RegExp(`^Select ${mark}-open,`) }).check();
  await expect(bar).toContainText("2 payments selected");
  await expect(bar.getByRole("button", { name: "Request refunds" })).toHaveCount(0);

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    bar.getByRole("button", { name: "Export selection as CSV" }).click(),
  ]);
  const file = await readFile(await download.path(), "utf8");
  expect(file).toContain(paid.transaction_id);
  expect(file).toContain(open.transaction_id);
  expect(file).not.toContain(`${mark}-other`);

  await bar.getByRole("button", { name: "Cancel 1 of 2 (waiting)" }).click();
  await expect(page).toHaveURL(/\/bulk\/new\?kind=cancel$/);
  await expect(page.getByLabel("Or paste rows")).toHaveValue(
    `reference,transaction_id\n${mark}-open,${open.transaction_id}`,
  );
  await page.goBack();
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await bar.getByRole("button", { name: "Refund 1 of 3 (paid)" }).click();
  await expect(page).toHaveURL(/\/bulk\/new\?kind=refund$/);
  await expect(page.getByLabel("Or paste rows")).toHaveValue(
    `reference,amount,transaction_id\n${mark}-paid,25.00,${paid.transaction_id}`,
  );
});
