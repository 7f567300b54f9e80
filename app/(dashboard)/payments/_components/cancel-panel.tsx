"use client";

import { useTranslations } from "use-intl/react";
import { cancelPaymentAction } from "@/app/(dashboard)/payments/actions";
import { ConfirmDialog } from "@/components/actions/confirm-dialog";
import { OutcomePlace } from "@/components/actions/outcome-place";
import { useSend } from "@/components/actions/use-send";
import { Fact, Facts } from "@/components/ui/facts";
import { Money } from "@/components/ui/money";
import { CopyableId } from "@/components/ui/copyable-id";
import { ForeignText } from "@/components/ui/text";
import { useRouter } from "@/components/ui/use-router";
import type { Role } from "@/lib/can";
import type { PaymentView } from "@/lib/payments/payment-view";
import { CancelOutcomeNotice } from "./cancel-outcome-notice";

export type CancelDialogProps = {
  payment: PaymentView;
  role: Role;
  onClose: () => void;
  onCancelled: () => void;
  /** The customer paid first: only a refund can undo it. */
  onRefundInstead: (payment: PaymentView) => void;
};

/** Confirms an action that cannot be undone, and stays open until its outcome is known. */
export function CancelPanel({ payment, role, onClose, onCancelled, onRefundInstead }: CancelDialogProps) {
  const t = useTranslations("cancel");
  const tCommon = useTranslations("common");
  const router = useRouter();
  const { reference, transactionId } = payment;
  const {
    sending,
    outcome: received,
    send,
  } = useSend(
    cancelPaymentAction,
    // A call that breaks off may still have taken effect.
    { kind: "unknown" } as const,
    ({ kind }) => {
      if (kind !== "cancelled") return;
      onCancelled();
      // The menu counts stuck payments, and this may have been one.
      router.refresh();
    },
  );
  const outcome = received?.kind === "cancelled" ? null : received;
  // Nothing has happened after "not sent", so the same action stays available.
  const canTry = outcome === null || outcome.kind === "not_sent";

  return (
    <ConfirmDialog
      title={t(canTry ? "ask.title" : "title")}
      keep={canTry ? t("ask.keep") : tCommon("close")}
      confirm={canTry ? t("ask.confirm") : null}
      isSending={sending !== null}
      outcome={
        <OutcomePlace outcome={outcome} className="mt-4">
          {outcome !== null && (
            <CancelOutcomeNotice outcome={outcome} role={role} onRefund={onRefundInstead} />
          )}
        </OutcomePlace>
      }
      onKeep={onClose}
      onConfirm={() => void send({ reference, transactionId })}
    >
      <Facts>
        <Fact name={tCommon("reference")}>
          <ForeignText>{payment.reference}</ForeignText>
        </Fact>
        <Fact name={tCommon("amount")}>
          <Money amount={payment.amount} currency={payment.currency} className="font-semibold" />
        </Fact>
        <Fact name={tCommon("transactionId")}>
          <CopyableId id={payment.transactionId} what={t("transactionId")} />
        </Fact>
      </Facts>
      {canTry && <p>{t("ask.warning")}</p>}
    </ConfirmDialog>
  );
}
