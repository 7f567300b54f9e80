import { expect, test } from "@playwright/test";
import type { TransactionRecord } from "../lib/contract/responses";
import type { Misbehaviour } from "../server/dashboard/testing/scripted-service";
import { expectCleanState } from "./support/accessible";
import { answer, AnyService } from "./support/any-service";
import { record } from "./support/staff";

const bare = AnyService.forTheseTests();

test.describe("a cancellation", () => {
  const cancel = async (payment: TransactionRecord) => {
    const ops = bare.as("ops");
    await bare.look(ops, payment);
    await record(ops, payment.transaction_id).getByRole("button", { name: "Cancel payment" }).click();
    const dialog = ops.getByRole("alertdialog");
    await dialog.getByRole("button", { name: "Cancel payment" }).click();
    return ops.getByRole("alertdialog").or(ops.getByRole("dialog"));
  };

  test("that the customer's payment overtook says that it is paid", async () => {
    const payment = bare.addPayment({ transaction_status: "INITIATED" });
    bare.service.always("transaction_cancel", {
      kind: "meanwhile",
      act: () => (payment.transaction_status = "SUCCESS"),
    });
    await expect(await cancel(payment)).toContainText("The customer paid before it could be cancelled");
  });

  const UNKNOWN: [string, Misbehaviour][] = [
    ["a connection that ends", { kind: "drop", when: "before" }],
    ["a page of HTML", answer(502, "<html>Bad gateway</html>")],
    ["empty", answer(200, "")],
  ];
  for (const [name, misbehaviour] of UNKNOWN) {
    test(`whose answer is none (${name}) is Outcome unknown, and says that no money moves`, async () => {
      const payment = bare.addPayment({ transaction_status: "INITIATED" });
      bare.service.always("transaction_cancel", misbehaviour);
      const dialog = await cancel(payment);
      await expect(dialog).toContainText("Outcome unknown");
      await expect(dialog).toContainText("No money moves because of this");
    });
  }

  test("that hit the newer attempt of the customer says so, and does not say that this one was cancelled", async () => {
    const payment = bare.addPayment({ transaction_status: "INITIATED" });
    let newer: TransactionRecord | undefined;
    bare.service.always("transaction_cancel", {
      kind: "meanwhile",
      act: () => {
        newer = bare.addPayment({
          transaction_status: "INITIATED",
          merchant_transaction_id: payment.merchant_transaction_id,
        });
      },
    });
    const dialog = await cancel(payment);
    await expect(dialog).toContainText("may have been cancelled instead");
    await expect(dialog).toContainText(newer?.transaction_id ?? "no newer attempt");
    await expectCleanState(bare.as("ops"), "a cancel that hit the newer attempt");
  });

  test("after which the status cannot be read does not say which attempt was cancelled", async () => {
    const payment = bare.addPayment({ transaction_status: "INITIATED" });
    bare.service.always("transaction_cancel", {
      kind: "meanwhile",
      act: () => bare.service.always("transaction_status", answer(503, { success: false, message: "Busy" })),
    });
    const dialog = await cancel(payment);
    await expect(dialog).toContainText("Cancelled, but not confirmed which attempt");
    await expectCleanState(bare.as("ops"), "an unconfirmed cancel");
  });

  test("whose answer was lost after it took effect is shown as cancelled, by the status", async () => {
    const payment = bare.addPayment({ transaction_status: "INITIATED" });
    bare.service.always("transaction_cancel", { kind: "drop", when: "after" });
    await cancel(payment);
    await expect(record(bare.as("ops"), payment.transaction_id).getByText("CANCELLED").first()).toBeVisible();
  });

  test("that is refused tells the service's words", async () => {
    const payment = bare.addPayment({ transaction_status: "INITIATED" });
    bare.service.always("transaction_cancel", answer(400, { success: false, message: "Not this one" }));
    const dialog = await cancel(payment);
    await expect(dialog).toContainText("The payment service refused the cancellation");
    await expect(dialog).toContainText("Not this one");
  });
});
