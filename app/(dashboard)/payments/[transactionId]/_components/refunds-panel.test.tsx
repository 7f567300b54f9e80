import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { detail } from "@/tools/gallery/data";
import { MessagesProvider } from "@/components/i18n/messages-provider";
import { CATALOGUES } from "@/lib/messages";
import type { PaymentDetailView } from "@/lib/payments/payment-detail-view";
import { RefundsPanel } from "./refunds-panel";

const untouched = {
  paid: "75.00",
  refunded: "0.00",
  inProgress: "0.00",
  manual: null,
  requested: null,
  left: "75.00",
  mayCountTwice: null,
  outside: null,
  source: "service",
} as const;

function paint(held: Partial<Pick<PaymentDetailView, "balance" | "awaitingApproval">>): string {
  return renderToStaticMarkup(
    <MessagesProvider locale="en" messages={CATALOGUES.en}>
      <RefundsPanel
        detail={{ ...detail, balance: untouched, refunds: [], openIntents: [], ...held }}
        onAgain={null}
        onManual={null}
      />
    </MessagesProvider>,
  );
}

test("a payment of which nothing is held says that it has no refunds", () => {
  expect(paint({})).toContain("No refunds yet.");
  const known = paint({ balance: { ...untouched, source: "ledger" } });
  expect(known).toContain("No refunds made in Paydeck yet.");
});

test("what a request holds is said with a link to it, instead of no refunds", () => {
  const painted = paint({ balance: { ...untouched, requested: "25.00", left: "50.00" } });
  expect(painted).not.toContain("No refunds yet.");
  expect(painted).toContain("₹25.00 is held by a refund request");
  expect(painted).toContain('href="/requests"');
});

test("what waits for approval is said with a link to it, instead of no refunds", () => {
  const painted = paint({
    balance: { ...untouched, inProgress: "25.00", left: "50.00" },
    awaitingApproval: "25.00",
  });
  expect(painted).not.toContain("No refunds yet.");
  expect(painted).toContain('href="/approvals"');
});
