"use client";

import { useTranslations } from "use-intl/react";
import { FetchFailedNotice } from "@/components/live/fetch-failed-notice";
import { LastChecked } from "@/components/live/last-checked";
import { ServiceErrorNotice } from "@/components/live/service-error-notice";
import type { PageNotes } from "@/components/notes/note-actions";
import { Button } from "@/components/ui/button";
import type { Role } from "@/lib/can";
import type { PaymentDetailLookup } from "@/lib/payments/payment-detail-view";
import { NeedsReference, PaymentNotFound } from "./no-payment";
import { PaymentWhole } from "./payment-whole";
import type { PageWork } from "./payment-work";
import { PAYMENT_SCHEDULE } from "@/components/live/polling";
import type { Tracked } from "@/components/live/tracked";
import { useTracked } from "@/components/live/use-tracked";
import { isTerminalRefund } from "@/lib/contract/statuses";
import { paths } from "@/lib/paths";
import { mayStillChange } from "./may-still-change";
import { paymentQueryKey } from "./payment-query-key";

type PaymentScreenProps = {
  transactionId: string;
  reference: string | null;
  role: Role;
  notes: PageNotes;
  work: PageWork;
};

/** One payment, or why it cannot be shown; stale data stays on the screen while the service is unavailable. */
export function PaymentScreen({ transactionId, reference, role, notes, work }: PaymentScreenProps) {
  const t = useTranslations("payment");
  const { tracked, error, lastFetchMs, nextFetchMs, refreshNow } = usePayment(transactionId, reference);
  if (tracked === undefined) return null;
  const { response, known } = tracked;

  return (
    <>
      {known === null && (
        <h1 className="mb-4 text-xl font-semibold wrap-anywhere">{t("title", { id: transactionId })}</h1>
      )}
      {(error !== null || response.kind === "service_error") && (
        <div className="mb-4 space-y-3">
          {error !== null && <FetchFailedNotice error={error} />}
          <Trouble response={response} knownAt={known?.checkedAt ?? null} onRefresh={refreshNow} />
        </div>
      )}
      {response.kind === "not_found" && <PaymentNotFound transactionId={transactionId} />}
      {response.kind === "needs_reference" && <NeedsReference transactionId={transactionId} />}
      {known !== null && (
        <PaymentWhole
          detail={known.detail}
          role={role}
          notes={notes}
          work={work}
          onChanged={refreshNow}
          checked={<LastChecked lastFetchMs={lastFetchMs} nextFetchMs={nextFetchMs} onRefresh={refreshNow} />}
        />
      )}
    </>
  );
}

function Trouble({
  response,
  knownAt,
  onRefresh,
}: {
  response: PaymentDetailLookup;
  knownAt: string | null;
  onRefresh: () => void;
}) {
  const t = useTranslations("common");
  if (response.kind !== "service_error") return null;
  return (
    <ServiceErrorNotice
      serviceError={response.serviceError}
      knownAt={knownAt}
      actions={
        <Button size="sm" onClick={onRefresh}>
          {t("tryAgain")}
        </Button>
      }
    />
  );
}

/** True while its order can be paid, while a reversal is in progress, and while the outcome of a refund is unknown. */
function canChange({ known }: Tracked<PaymentDetailLookup>): boolean {
  if (known === null) return false;
  const { payment, records, refunds, openIntents, more } = known.detail;
  return (
    payment.status === "INITIATED" ||
    mayStillChange(records, known.checkedAt) ||
    openIntents.length > 0 ||
    refunds.some((refund) => !isTerminalRefund(refund.status)) ||
    (more?.reversals.some((reversal) => !isTerminalRefund(reversal.status)) ?? false)
  );
}

/** One payment, polled for as long as anything about it can change. */
function usePayment(transactionId: string, reference: string | null) {
  return useTracked<PaymentDetailLookup>({
    queryKey: paymentQueryKey(transactionId),
    path: paths.api.payment(transactionId, reference ?? undefined),
    schedule: PAYMENT_SCHEDULE,
    seed: transactionId,
    keepsPolling: canChange,
  });
}
