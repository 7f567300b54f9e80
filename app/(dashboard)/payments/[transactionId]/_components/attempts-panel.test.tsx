import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PaidTwice } from "@/app/(dashboard)/payments/_components/paid-twice";
import { payment } from "@/tools/gallery/data";
import { MessagesProvider } from "@/components/i18n/messages-provider";
import type { Role } from "@/lib/can";
import { CATALOGUES } from "@/lib/messages";
import { type PaymentState, stateOfStatus } from "@/lib/payments/payment-state";
import type { PaymentView } from "@/lib/payments/payment-view";
import { AttemptsPanel } from "./attempts-panel";

const older: PaymentView = { ...payment, transactionId: "TXN-OLDER", status: "FAILURE", isLatest: false };
const newer: PaymentView = { ...payment, transactionId: "TXN-NEWER", status: "INITIATED", isLatest: true };

function paint(here: PaymentView, records: PaymentView[], role: Role = "finance"): string {
  return renderToStaticMarkup(
    <MessagesProvider locale="en" messages={CATALOGUES.en}>
      <AttemptsPanel
        detail={{ payment: here, records, more: null }}
        role={role}
        cancelledId={null}
        onCancel={() => undefined}
      />
    </MessagesProvider>,
  );
}

test("the only attempt of a reference needs no list", () => {
  expect(paint(newer, [newer])).toBe("");
});

test("another attempt is an article named by its id, with its status, amount, gateway id and page", () => {
  const painted = paint(newer, [newer, { ...older, gateway: "stripe", gatewayTransactionId: "pi_1" }]);
  expect(painted).toContain('<article aria-label="TXN-OLDER"');
  expect(painted).not.toContain('<article aria-label="TXN-NEWER"');
  for (const words of ["Failed", "₹1,499.00", "stripe · pi_1", "2 for this reference, none paid"])
    expect(painted).toContain(words);
  expect(painted).toContain('href="/payments/TXN-OLDER?reference=');
});

test("only the newest attempt can be cancelled, by those who may", () => {
  expect(paint(older, [newer, older])).toContain("Cancel payment");
  expect(paint(newer, [newer, older])).not.toContain("Cancel payment");
  expect(paint(older, [newer, older], "support")).not.toContain("Cancel payment");
});

function paidBeside(
  state: PaymentState,
  status: PaymentView["status"] = "SUCCESS",
  isRefundWaiting = false,
): string {
  const other = { transactionId: "TXN-TWIN", amount: "1499.00", currency: "INR", isRefundWaiting };
  return renderToStaticMarkup(
    <MessagesProvider locale="en" messages={CATALOGUES.en}>
      <PaidTwice
        payment={{
          ...payment,
          status,
          otherPaid: [{ ...other, state: { ...stateOfStatus("SUCCESS"), state } }],
        }}
      />
    </MessagesProvider>,
  );
}

test("an order that was paid twice says so, and whether money of the other attempt went back", () => {
  const both = paidBeside("PAID");
  for (const words of ["This order was paid twice", "TXN-TWIN", "refund only that one"])
    expect(both).toContain(words);
  for (const state of [
    "REFUNDED",
    "PARTLY_REFUNDED",
    "REFUND_IN_PROGRESS",
    "OUTCOME_UNKNOWN",
    "DISPUTED",
  ] as const)
    expect(paidBeside(state)).toContain("Money of another one has gone back, or may have.");
  expect(paidBeside("PAID", "SUCCESS", true)).toContain("was asked for and may still be made");
  expect(paidBeside("PAID", "FAILURE")).toBe("");
});
