"use client";

import { useEffect, useId, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { cancelPaymentAction } from "@/app/(dashboard)/payments/actions";
import { Button } from "@/components/ui/button";
import { Dialog, DialogButtons } from "@/components/ui/dialog";
import { Fact, Facts } from "@/components/ui/facts";
import { Money } from "@/components/ui/money";
import { CopyableId } from "@/components/ui/copyable-id";
import { ForeignText } from "@/components/ui/text";
import { useRouter } from "@/components/ui/use-router";
import type { Role } from "@/lib/can";
import type { CancelOutcome } from "@/lib/payments/cancel-view";
import type { PaymentView } from "@/lib/payments/payment-view";
import { CancelOutcomeNotice, type UnfinishedCancel } from "./cancel-outcome-notice";

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
  const [isSending, setIsSending] = useState(false);
  const [outcome, setOutcome] = useState<UnfinishedCancel | null>(null);
  const warningId = useId();
  const place = useRef<HTMLDivElement>(null);

  // The pressed button may be gone, so focus moves to the outcome.
  useEffect(() => place.current?.focus(), [outcome]);

  const cancel = async (): Promise<void> => {
    if (isSending) return;
    setIsSending(true);
    const answered = await send(payment);
    setIsSending(false);
    if (answered.kind === "cancelled") {
      onCancelled();
      // The menu counts stuck payments, and this may have been one.
      router.refresh();
    } else setOutcome(answered);
  };

  // Nothing has happened after "not sent", so the same action stays available.
  const canTry = outcome === null || outcome.kind === "not_sent";

  return (
    <Dialog
      role="alertdialog"
      title={t(canTry ? "ask.title" : "title")}
      {...(canTry && { describedBy: warningId })}
      onDismiss={onClose}
      canDismiss={!isSending}
    >
      <div className="space-y-4">
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
        {canTry && <p id={warningId}>{t("ask.warning")}</p>}
        {outcome !== null && (
          <div ref={place} tabIndex={-1} className="outline-none">
            <CancelOutcomeNotice outcome={outcome} role={role} onRefund={onRefundInstead} />
          </div>
        )}
      </div>
      <DialogButtons>
        <Button data-initial-focus disabled={isSending} onClick={onClose}>
          {canTry ? t("ask.keep") : tCommon("close")}
        </Button>
        {canTry && (
          <Button variant="danger" busy={isSending} onClick={cancel}>
            {t("ask.confirm")}
          </Button>
        )}
      </DialogButtons>
    </Dialog>
  );
}

/** A call that breaks off may still have taken effect. */
async function send(payment: PaymentView): Promise<CancelOutcome> {
  try {
    return await cancelPaymentAction({ reference: payment.reference, transactionId: payment.transactionId });
  } catch {
    return { kind: "unknown" };
  }
}
