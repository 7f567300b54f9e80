import { expect, test } from "@playwright/test";
import type { Misbehaviour } from "../server/dashboard/testing/scripted-service";
import { answer, AnyService } from "./support/any-service";
import { record } from "./support/staff";

const bare = AnyService.forTheseTests();

test.describe("a refund", () => {
  const UNKNOWN: [string, Misbehaviour][] = [
    ["a page of HTML under 502", answer(502, "<html>Bad gateway</html>", true)],
    ["a page of HTML under 200", answer(200, "<html>It works</html>", true)],
    ["a 201 without a refund id", answer(201, { success: true }, true)],
    ["a 201 of wrong types", answer(201, { success: "yes", refund_id: 7 }, true)],
    ["a failure in its own shape", answer(500, { success: false, message: "Internal", data: null }, true)],
  ];
  for (const [name, misbehaviour] of UNKNOWN) {
    test(`whose answer is none (${name}) is Outcome unknown: reserved, never failed, never offered again`, async () => {
      const payment = bare.addPayment();
      bare.service.always("refund_initiate", misbehaviour);
      const finance = bare.as("finance");
      const dialog = await bare.refund(finance, payment, "120.00");
      await expect(dialog.getByText("Outcome unknown").first()).toBeVisible();
      await expect(dialog.getByText(/failed|refused|not sent/i)).toHaveCount(0);
      await expect(dialog.getByRole("button", { name: /^Refund|again/ })).toHaveCount(0);

      await bare.look(finance, payment);
      await record(finance, payment.transaction_id).getByRole("button", { name: "Refund" }).click();
      await expect(finance.getByRole("dialog").getByText("Outcome unknown").first()).toBeVisible();
      await expect(finance.getByRole("dialog").getByRole("button", { name: /^Refund ₹/ })).toHaveCount(0);
      expect(bare.sentFor(payment)).toBe(1);
    });
  }

  const refusal = (message: string) => ({ success: false, message, data: null });
  const REFUSED: [string, Misbehaviour][] = [
    [
      "Refund is allowed only for successful transactions.",
      answer(400, refusal("Refund is allowed only for successful transactions.")),
    ],
    ["Transaction not found.", answer(404, refusal("Transaction not found."))],
    ["Gateway says no.", answer(201, refusal("Gateway says no."))],
  ];
  for (const [words, misbehaviour] of REFUSED) {
    test(`that is refused tells the service's own words: ${words}`, async () => {
      const payment = bare.addPayment();
      bare.service.always("refund_initiate", misbehaviour);
      const dialog = await bare.refund(bare.as("finance"), payment, "120.00");
      const alert = dialog.getByRole("alert").first();
      await expect(alert).toContainText("The payment service refused the refund");
      await expect(alert).toContainText(words);
      await expect(dialog.getByText("₹500.00").first()).toBeVisible();
    });
  }

  test("that a refused key or a busy service did not take is shown as not sent, and can be sent again", async () => {
    const payment = bare.addPayment();
    const finance = bare.as("finance");
    bare.service.always("refund_initiate", answer(429, refusal("Wait.")));
    const dialog = await bare.refund(finance, payment, "120.00");
    await expect(dialog.getByRole("alert").first()).toContainText("The refund was not sent");
    bare.service.always("refund_initiate", answer(401, { detail: "Invalid authentication hash." }));
    await dialog.getByRole("button", { name: "Refund ₹120.00" }).click();
    await expect(dialog.getByRole("alert").first()).toContainText("key");
    bare.service.always(null);
    await dialog.getByRole("button", { name: "Refund ₹120.00" }).click();
    await expect(finance).toHaveURL(/\/refunds\/RFD/);
    expect(bare.service.refundedPaise(payment.transaction_id)).toBe(12_000n);
  });

  test("that cannot be followed keeps its last status on the screen; one that is not there says so", async () => {
    const payment = bare.addPayment();
    const finance = bare.as("finance");
    const made = bare.service.refundOutsideDashboard(payment, "20.00");
    await finance.goto(bare.at(`/refunds/${made.refund_id}`));
    const main = finance.getByRole("main");
    await expect(main.getByRole("status").first()).toContainText("INITIATED");
    bare.service.always("refund_status", answer(502, "<html>Bad gateway</html>"));
    await main.getByRole("button", { name: "Check now" }).click();
    await expect(main.getByText("The payment service can’t be reached").first()).toBeVisible();
    await expect(main.getByText("INITIATED").first()).toBeVisible();
    await expect(main.getByText(/No refund has this id/)).toHaveCount(0);
    bare.service.always(null);
    await finance.goto(bare.at(`/refunds/RFD20261121${String(Date.now())}`));
    await expect(main.getByText("No refund has this id")).toBeVisible();
  });
});
