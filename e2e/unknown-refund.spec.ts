import { expect, test } from "@playwright/test";
import { expectCleanState } from "./support/accessible";
import { waitForShortcuts, walkTo } from "./support/palette";
import { openRefund, record } from "./support/staff";
import { type UnknownRefund, withUnknownRefund } from "./support/unknown-refund";

async function openRequest({ finance, url, payment }: UnknownRefund): Promise<void> {
  await finance.goto(`${url}/refunds?view=attention`);
  const row = finance.getByRole("row").filter({ hasText: payment.merchant_transaction_id });
  await expect(row).toContainText("Outcome unknown");
  await row.getByRole("link", { name: "Review" }).click();
  await expect(finance.getByRole("heading", { name: "Refund, outcome unknown" })).toBeVisible();
}

/** Sets the refund done in To do by a key, and opens it again. */
async function setDone({ finance, url, payment }: UnknownRefund): Promise<void> {
  const { merchant_transaction_id: reference } = payment;
  const row = finance.getByRole("row").filter({ hasText: reference });
  const states = finance.getByRole("navigation", { name: "State" });
  await finance.goto(`${url}/queues`);
  await waitForShortcuts(finance);
  await expect(row).toContainText("the payment service did not respond");
  await walkTo(finance, row.getByRole("link", { name: reference }));
  await finance.keyboard.press("e");
  await expect(finance.getByRole("dialog").getByLabel("Why is nothing left to do?")).toBeFocused();
  await finance.keyboard.type("The bank called");
  await finance.keyboard.press("Enter");
  await expect(row).toHaveCount(0);
  await states.getByRole("link", { name: /^Done/ }).click();
  await expect(row).toContainText("Done: The bank called");
  await row.getByRole("button", { name: `Open ${reference} again` }).click();
  await expect(row).toHaveCount(0);
}

test("a refund that never arrived is settled as not sent, and can then be made anew", async ({ browser }) => {
  await withUnknownRefund(browser, "requests", async (scene) => {
    const { finance, wire, url, payment } = scene;
    await setDone(scene);
    await openRequest(scene);
    await expect(finance.getByRole("heading", { name: "Evidence" })).toBeVisible();
    await expect(finance.getByText("none could be this one")).toBeVisible();

    const decision = finance.getByRole("region", { name: "Did the customer get the money?" });
    await decision.getByRole("radio", { name: "No, nothing was refunded" }).check();
    await decision.getByLabel("What you checked").fill("The gateway has no such refund");
    const settle = decision.getByRole("button", { name: "Nothing was refunded: free ₹40.00" });
    await settle.click();
    await expect(decision.getByText("This field is required.")).toBeVisible();
    await decision.getByLabel("Type the amount, 40.00, to confirm").fill("40.00");
    await expect(decision.getByText("This field is required.")).toBeHidden();
    // A try in progress goes first; the user presses again, as the page says.
    const settled = finance.getByText("Marked as not sent.");
    await expect(async () => {
      if (await decision.isVisible()) await settle.click();
      await expect(settled).toBeVisible({ timeout: 30_000 });
    }).toPass();

    wire.loseRequests(false);
    await finance.goto(`${url}/payments?reference=${payment.merchant_transaction_id}`);
    const again = await openRefund(finance, payment.transaction_id);
    await expect(again.getByText("₹90.00").first()).toBeVisible();
  });
});

test("a refund that took effect cannot be settled as not sent; it is found, or settled by its id", async ({
  browser,
}) => {
  await withUnknownRefund(browser, "answers", async ({ finance, wire, url, payment }) => {
    const dialog = finance.getByRole("dialog");
    await expect(dialog.getByRole("button", { name: /^Refund|again/ })).toHaveCount(0);
    expect(wire.refundCalls()).toBe(1);
    await finance.goto(`${url}/payments?reference=${payment.merchant_transaction_id}`);
    await record(finance, payment.transaction_id).getByRole("button", { name: "Refund" }).click();
    await expect(dialog.getByText("Outcome unknown").first()).toBeVisible();
    await expect(dialog.getByRole("button", { name: /^Refund ₹/ })).toHaveCount(0);

    await finance.goto(`${url}/refunds?view=elsewhere`);
    const atService = finance.getByRole("row").filter({ hasText: payment.merchant_transaction_id });
    const refundId = await atService.getByRole("link").first().innerText();

    await finance.goto(`${url}/refunds?q=${payment.merchant_transaction_id}`);
    const row = finance.getByRole("row").filter({ hasText: payment.merchant_transaction_id });
    await row.getByRole("link", { name: "Review" }).click();
    await expect(finance.getByRole("link", { name: refundId })).toBeVisible();
    await finance.getByText("Notes", { exact: true }).click();
    await finance.getByLabel("Add a note").fill("The gateway says it paid: case 4711");
    await finance.getByRole("button", { name: "Add note" }).click();
    await expect(finance.getByRole("listitem").filter({ hasText: "case 4711" })).toBeVisible();
    await expectCleanState(finance, "a refund of unknown outcome with a note");
    const decision = finance.getByRole("region", { name: "Did the customer get the money?" });
    await decision.getByRole("radio", { name: "Yes, it was refunded" }).check();
    await decision.getByLabel("Refund id").fill("RFD00000000");
    await decision.getByLabel("What you checked").fill("Seen in the gateway’s portal");
    // The scheduler's own try may be in progress: the page says so, and to press again.
    await expect(async () => {
      await decision.getByRole("button", { name: "Record ₹40.00 as refunded" }).click();
      await expect(decision.getByText("The payment service has no refund with this id.")).toBeVisible({
        timeout: 30_000,
      });
    }).toPass();
    await decision.getByLabel("Refund id").fill(refundId);
    const settled = finance.getByText(`It is now refund ${refundId}.`);
    await expect(async () => {
      if (await decision.isVisible())
        await decision.getByRole("button", { name: "Record ₹40.00 as refunded" }).click();
      await expect(settled).toBeVisible({ timeout: 30_000 });
    }).toPass();
    await finance.goto(`${url}/refunds/${refundId}`);
    const note = finance.getByRole("listitem").filter({ hasText: "case 4711" });
    await expect(note.getByRole("link", { name: "on the refund attempt" })).toBeVisible();
    await expect(finance.getByRole("main").getByRole("status").first()).toContainText("SUCCESS", {
      timeout: 60_000,
    });
  });
});
