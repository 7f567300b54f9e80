"use client";

import { useState, type ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { CancelDialog, loadCancelPanel } from "@/app/(dashboard)/payments/_components/cancel-dialog";
import { loadRefundPanel, RefundDialog } from "@/app/(dashboard)/payments/_components/refund-dialog";
import { ManualRefundDialog } from "@/app/(dashboard)/payments/_components/manual-refund-dialog";
import { PaidTwice } from "@/app/(dashboard)/payments/_components/paid-twice";
import { RequestDialog } from "@/app/(dashboard)/payments/_components/request-dialog";
import { useRefundFromUrl } from "@/app/(dashboard)/payments/_components/use-refund-from-url";
import type { PageNotes } from "@/components/notes/note-actions";
import { NotesPanel } from "@/components/notes/notes-panel";
import { PaymentLinkPanel } from "@/components/payments/payment-link";
import { MoneyAlert } from "@/components/refunds/money-alert";
import { Notice } from "@/components/ui/notice";
import { useRouter } from "@/components/ui/use-router";
import { type PaymentPermission, permissionObstacle, type Role, roleAllows } from "@/lib/can";
import { paths } from "@/lib/paths";
import type { PaymentDetailView } from "@/lib/payments/payment-detail-view";
import { isPaidTwice, type PaymentView } from "@/lib/payments/payment-view";
import { AuditLink } from "@/components/audit/audit-link";
import { AttemptsPanel } from "./attempts-panel";
import { ContactPanel } from "./contact-panel";
import { DecisionPanel } from "./decision-panel";
import { FailureBanner } from "./failure-banner";
import { ManualRefunds } from "./manual-refunds";
import { PaymentFacts, UdfPanel } from "./payment-facts";
import { PaymentSummary } from "./payment-summary";
import { type PageWork, PaymentWork } from "./payment-work";
import { SeenCustomerPanel } from "./seen-customer-panel";
import { RefundsPanel } from "./refunds-panel";
import { ReversalsPanel } from "./reversals-panel";
import { TimelinePanel } from "./timeline-panel";

type PaymentWholeProps = {
  detail: PaymentDetailView;
  role: Role;
  notes: PageNotes;
  work: PageWork;
  checked: ReactNode;
  onChanged: () => void;
};

type Begun = { action: PaymentPermission; payment: PaymentView; again?: string; request?: string };

/** The whole payment: actions and timeline first, the data beside them. */
export function PaymentWhole({ detail, role, notes, work, checked, onChanged }: PaymentWholeProps) {
  const t = useTranslations("payment");
  const { payment, more } = detail;
  const [begun, setBegun] = useState<Begun | null>(null);
  const [isRecording, setIsRecording] = useState(false);
  const [cancelledId, setCancelledId] = useState<string | null>(null);
  const router = useRouter();
  const linked = useRefundFromUrl(payment, role);
  const refunding = begun ?? linked.form;

  const close = (): void => {
    setBegun(null);
    linked.leave();
    setIsRecording(false);
    onChanged();
  };
  const attempts = (
    <AttemptsPanel
      detail={detail}
      role={role}
      cancelledId={cancelledId}
      onCancel={(attempt) => setBegun({ action: "cancel_payment", payment: attempt })}
    />
  );
  // Where another attempt may have the money, or has it too, the attempts are read before anything is done.
  const areAttemptsFirst = payment.status !== "SUCCESS" || isPaidTwice(payment);

  return (
    <>
      <MoneyAlert alert={detail.alert} />
      <PaidTwice payment={payment} />
      {detail.failure !== null && (
        <div className="mb-4">
          <FailureBanner failure={detail.failure} detail={detail} />
        </div>
      )}
      <PaymentSummary
        detail={detail}
        role={role}
        checked={checked}
        wasCancelledHere={cancelledId === payment.transactionId}
        onCancel={() => setBegun({ action: "cancel_payment", payment })}
        onRefund={() => setBegun({ action: "refund_payment", payment })}
        onRequest={() => setBegun({ action: "request_refund", payment })}
        onAboutToRefund={() => void loadRefundPanel()}
        onAboutToCancel={loadCancelPanel}
      />
      <div className="record">
        <div>
          <PaymentWork work={work} detail={detail} />
          {more === null && (
            <div className="mt-4">
              <Notice tone="info" title={t("limited")} />
            </div>
          )}
          {more !== null && more.link !== null && (
            <PaymentLinkPanel link={more.link} isRetry={payment.status !== "INITIATED"} />
          )}
          {areAttemptsFirst && attempts}
          {mayHaveRefunds(detail) && (
            <RefundsPanel
              detail={detail}
              onAgain={
                permissionObstacle("refund_payment", { role, ...payment }) === null
                  ? (again) => setBegun({ action: "refund_payment", payment, again })
                  : null
              }
              onManual={
                detail.balance !== null && roleAllows(role, "record_manual_refund")
                  ? () => setIsRecording(true)
                  : null
              }
            />
          )}
          {detail.manualRefunds.length > 0 && (
            <ManualRefunds
              refunds={detail.manualRefunds}
              mayDecide={roleAllows(role, "record_manual_refund")}
              mayApprove={roleAllows(role, "approve_refund")}
              onChanged={onChanged}
            />
          )}
          {more !== null && more.reversals.length > 0 && <ReversalsPanel reversals={more.reversals} />}
          {more !== null && (
            <TimelinePanel
              timeline={more.timeline}
              currency={payment.currency}
              isEndExplained={detail.failure !== null}
              notes={notes}
              aside={roleAllows(role, "view_audit") && <AuditLink subject={payment.transactionId} />}
            />
          )}
          {more === null && <NotesPanel {...notes} />}
          {more !== null && (
            <DecisionPanel
              decision={more.decision}
              quoted={detail.failure?.reason === "no_checkout" ? detail.failure.message : null}
              mayOpenRules={roleAllows(role, "manage_rules")}
            />
          )}
        </div>
        <div>
          <PaymentFacts payment={payment} more={more} attempts={detail.records.length} />
          {more === null ? (
            <SeenCustomerPanel
              transactionId={payment.transactionId}
              isCustomerKnown={detail.isCustomerKnown}
            />
          ) : (
            <ContactPanel transactionId={payment.transactionId} masked={more.maskedContact} />
          )}
          <UdfPanel udf={payment.udf} />
          {!areAttemptsFirst && attempts}
        </div>
      </div>
      {begun?.action === "cancel_payment" && (
        <CancelDialog
          payment={begun.payment}
          role={role}
          onClose={close}
          onCancelled={() => {
            setCancelledId(begun.payment.transactionId);
            close();
          }}
          onRefundInstead={(paid) =>
            paid.transactionId === payment.transactionId
              ? setBegun({ action: "refund_payment", payment: { ...payment, ...paid } })
              : router.push(paths.refundForm(paid))
          }
        />
      )}
      {refunding?.action === "refund_payment" && (
        <RefundDialog
          payment={refunding.payment}
          again={refunding.again}
          request={refunding.request}
          onClose={close}
        />
      )}
      {isRecording && detail.balance !== null && <ManualRefundDialog payment={payment} onClose={close} />}
      {begun?.action === "request_refund" && <RequestDialog payment={begun.payment} onClose={close} />}
    </>
  );
}

/** Of what was not paid there is nothing to refund. */
function mayHaveRefunds({ balance, refunds, openIntents }: PaymentDetailView): boolean {
  return balance !== null || refunds.length > 0 || openIntents.length > 0;
}
