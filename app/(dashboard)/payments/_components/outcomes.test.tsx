import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { payment } from "@/tools/gallery/data";
import { MessagesProvider } from "@/components/i18n/messages-provider";
import { CATALOGUES } from "@/lib/messages";
import { CancelOutcomeNotice, type UnfinishedCancel } from "./cancel-outcome-notice";
import { ManualRefundProblem } from "./manual-refund-notices";
import { RefundProblemNotice } from "./refund-notices";
import { RefundOutcomePanel } from "./refund-outcome-panel";
import type { CorrectableOutcome } from "./use-refund-request";

/** The text that is read. */
function textOf(shown: ReactNode): string {
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MessagesProvider locale="en" messages={CATALOGUES.en}>
        {shown}
      </MessagesProvider>
    </QueryClientProvider>,
  );
  return markup
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/[\u2068\u2069]/g, "")
    .replaceAll(/\s+/g, " ");
}

const nothing = (): void => undefined;

describe("a refund", () => {
  const ofProblem = (problem: CorrectableOutcome): string =>
    textOf(<RefundProblemNotice problem={problem} />);

  test("without an answer is of unknown outcome and reserved: not failed, and neither sent nor offered again", () => {
    const text = textOf(
      <RefundOutcomePanel
        outcome={{ kind: "unknown", intentId: "4cf8f61e-7f70-4f66-9d3e-8ad5a1d9a1a1" }}
        payment={payment}
        pending={null}
        isTooLate={false}
        onReceived={nothing}
        onSendAgain={nothing}
        onWithdraw={nothing}
        onStartOver={nothing}
        onClose={nothing}
      />,
    );
    expect(text).toContain("Outcome unknown");
    expect(text).toContain("reserved");
    expect(text).not.toMatch(/failed|refused|not sent|\bagain\b/i);
  });

  test("that is refused has the service's own words", () => {
    const text = ofProblem({ kind: "refused", message: "Gateway says no.", left: null });
    expect(text).toContain("The payment service refused the refund");
    expect(text).toContain("Gateway says no.");
  });

  test("that a refused key or a busy service did not take is not sent, and says why", () => {
    const busy = ofProblem({ kind: "not_sent", serviceError: { kind: "busy", retryAfterSeconds: 1 } });
    expect(busy).toContain("The refund was not sent");
    expect(busy).toContain("The payment service is busy");
    expect(ofProblem({ kind: "not_sent", serviceError: { kind: "key_refused" } })).toContain("key");
  });
});

test("a manual refund above the limit of a role names the limit, and what is left of it", () => {
  const above = {
    kind: "above_limit",
    limit: "500.00",
    left: "300.00",
    mayRequest: false,
    currency: "INR",
  } as const;
  expect(textOf(<ManualRefundProblem outcome={above} currency="INR" />)).toContain(
    "Your role can refund up to ₹500.00 of a payment, and ₹300.00 of it is left to you.",
  );
});

describe("a cancellation", () => {
  const ofCancel = (outcome: UnfinishedCancel): string =>
    textOf(<CancelOutcomeNotice outcome={outcome} role="ops" onRefund={nothing} />);

  test("that the customer's payment overtook says that it is paid", () => {
    const text = ofCancel({
      kind: "already_processed",
      payment: { ...payment, status: "SUCCESS" },
      checkedAt: "2026-11-21T08:00:00.000Z",
      isNewerAtRisk: false,
    });
    expect(text).toContain("The customer paid before it could be cancelled");
    expect(text).toContain("Nothing was cancelled.");
  });

  test("without an answer is of unknown outcome, and says that no money moves", () => {
    const text = ofCancel({ kind: "unknown" });
    expect(text).toContain("Outcome unknown");
    expect(text).toContain("No money moves because of this");
  });

  test("that may have hit the customer's newer attempt names it, and does not say that this one was cancelled", () => {
    const text = ofCancel({ kind: "newer_may_be_cancelled", latestTransactionId: "TXN2" });
    expect(text).toContain("TXN2, which may have been cancelled instead");
    expect(text).toContain("This payment is still waiting.");
  });

  test("after which the status cannot be read does not say which attempt was cancelled", () => {
    const text = ofCancel({ kind: "cancelled_unconfirmed", message: "Cancelled." });
    expect(text).toContain("Cancelled, but not confirmed which attempt");
  });

  test("that is refused has the service's words", () => {
    const text = ofCancel({ kind: "refused", message: "Not this one" });
    expect(text).toContain("The payment service refused the cancellation");
    expect(text).toContain("Not this one");
  });
});
