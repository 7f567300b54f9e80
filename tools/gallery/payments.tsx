"use client";

import { BalanceBar } from "@/app/(dashboard)/payments/[transactionId]/_components/balance-bar";
import { FailureBanner } from "@/app/(dashboard)/payments/[transactionId]/_components/failure-banner";
import {
  NeedsReference,
  PaymentNotFound,
} from "@/app/(dashboard)/payments/[transactionId]/_components/no-payment";
import { PaymentSummary } from "@/app/(dashboard)/payments/[transactionId]/_components/payment-summary";
import {
  CancelOutcomeNotice,
  type UnfinishedCancel,
} from "@/app/(dashboard)/payments/_components/cancel-outcome-notice";
import { LastChecked } from "@/components/live/last-checked";
import { MoneyAlert } from "@/components/refunds/money-alert";
import { useFirstPaint } from "@/components/ui/first-paint";
import type { PresetRole } from "@/lib/can";
import { OPEN_ALERTS } from "@/lib/contract/payment-alerts";
import { PAYMENT_STATUSES } from "@/lib/contract/statuses";
import { stateOfStatus } from "@/lib/payments/payment-state";
import { FAILURE_REASONS } from "@/lib/payments/payment-detail-view";
import { AT, balance, detail, LATER, outside, payment, TRANSACTION_ID } from "./data";
import { Example } from "./example";

const nothing = (): void => undefined;
const handlers = {
  onCancel: nothing,
  onRefund: nothing,
  onRequest: nothing,
  onAboutToRefund: nothing,
  onAboutToCancel: nothing,
};
const ROLES: readonly PresetRole[] = ["support", "finance"];
const dropped = { ...payment, status: "DROP" } as const;
const failed = { ...payment, status: "FAILURE" } as const;

const CANCELLATIONS: readonly { state: string; outcome: UnfinishedCancel }[] = [
  {
    state: "paid first",
    outcome: { kind: "already_processed", payment, checkedAt: LATER, isNewerAtRisk: false },
  },
  {
    state: "failed first",
    outcome: { kind: "already_processed", payment: failed, checkedAt: LATER, isNewerAtRisk: false },
  },
  {
    state: "cancelled first",
    outcome: {
      kind: "already_processed",
      payment: { ...payment, status: "CANCELLED" },
      checkedAt: LATER,
      isNewerAtRisk: false,
    },
  },
  { state: "not the latest", outcome: { kind: "not_latest", latestTransactionId: TRANSACTION_ID } },
  {
    state: "a newer attempt may be cancelled",
    outcome: { kind: "newer_may_be_cancelled", latestTransactionId: TRANSACTION_ID },
  },
  { state: "not confirmed", outcome: { kind: "cancelled_unconfirmed", message: "Transaction cancelled" } },
  { state: "not found", outcome: { kind: "not_found" } },
  { state: "refused", outcome: { kind: "refused", message: "Payment is already settled" } },
  { state: "unknown", outcome: { kind: "unknown" } },
  { state: "forbidden", outcome: { kind: "forbidden" } },
];

/** The parts of a payment's page. */
export function PaymentExamples() {
  const nowMs = useFirstPaint()?.nowMs ?? 0;
  const checked = <LastChecked lastFetchMs={nowMs} nextFetchMs={null} onRefresh={nothing} />;
  return (
    <>
      {PAYMENT_STATUSES.map((status) => (
        <Example key={status} component="PaymentSummary" state={`${status}, finance`}>
          <PaymentSummary
            detail={{ ...detail, payment: { ...payment, status }, state: stateOfStatus(status) }}
            checked={checked}
            wasCancelledHere={false}
            role="finance"
            {...handlers}
          />
        </Example>
      ))}
      <Example component="PaymentSummary" state="test payment, not the latest, support">
        <PaymentSummary
          detail={{ ...detail, payment: { ...payment, isTest: true, isLatest: false } }}
          checked={checked}
          wasCancelledHere={false}
          role="support"
          {...handlers}
        />
      </Example>
      {FAILURE_REASONS.map((reason) => (
        <Example key={reason} component="FailureBanner" state={reason}>
          <FailureBanner
            failure={{
              reason,
              code: reason === "none" ? null : "card_declined",
              message: reason === "none" ? null : "Your card was declined.",
            }}
            detail={{ ...detail, payment: failed, records: [failed] }}
          />
        </Example>
      ))}
      <Example component="FailureBanner" state="customer_left, dropped">
        <FailureBanner
          failure={{ reason: "customer_left", code: null, message: null }}
          detail={{ ...detail, payment: dropped, records: [dropped] }}
        />
      </Example>
      <Example component="FailureBanner" state="paid by another attempt">
        <FailureBanner
          failure={{ reason: "issuer_declined", code: null, message: null }}
          detail={{ ...detail, payment: failed, records: [payment, failed] }}
        />
      </Example>
      {OPEN_ALERTS.map((alert) => (
        <Example key={alert} component="MoneyAlert" state={alert}>
          <MoneyAlert alert={alert} />
          <MoneyAlert alert={alert} isInRow />
        </Example>
      ))}
      <Example component="BalanceBar" state="partly refunded">
        <BalanceBar balance={balance} awaitingApproval={null} currency="INR" />
      </Example>
      <Example component="BalanceBar" state="awaiting approval, may count twice, from the ledger">
        <BalanceBar
          balance={{ ...balance, mayCountTwice: "250.00", outside, source: "ledger" }}
          awaitingApproval="250.00"
          currency="INR"
        />
      </Example>
      {ROLES.flatMap((role) =>
        CANCELLATIONS.slice(0, role === "finance" ? undefined : 1).map(({ state, outcome }) => (
          <Example key={`${role} ${state}`} component="CancelOutcomeNotice" state={`${state}, ${role}`}>
            <CancelOutcomeNotice outcome={outcome} role={role} onRefund={nothing} />
          </Example>
        )),
      )}
      <Example component="PaymentNotFound" state="the service has no such payment">
        <PaymentNotFound transactionId={TRANSACTION_ID} />
      </Example>
      <Example component="NeedsReference" state="a service without the ops extension">
        <NeedsReference transactionId={TRANSACTION_ID} />
      </Example>
      <Example component="LastChecked" state="no further fetch">
        <LastChecked lastFetchMs={Date.parse(AT)} nextFetchMs={null} onRefresh={nothing} />
      </Example>
    </>
  );
}
