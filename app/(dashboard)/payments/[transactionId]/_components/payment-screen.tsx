"use client";

import { useTranslations } from "use-intl/react";
import { FetchFailedNotice } from "@/components/live/fetch-failed-notice";
import { LastChecked } from "@/components/live/last-checked";
import { ServiceErrorNotice } from "@/components/live/service-error-notice";
import { Button } from "@/components/ui/button";
import type { Role } from "@/lib/can";
import type { PaymentDetailLookup } from "@/lib/payments/payment-detail-view";
import { NeedsReference, PaymentNotFound } from "./no-payment";
import { PaymentWhole } from "./payment-whole";
import { usePayment } from "./use-payment";

type PaymentScreenProps = { transactionId: string; reference: string | null; role: Role };

/** One payment, or why it cannot be shown; stale data stays on the screen while the service is unavailable. */
export function PaymentScreen({ transactionId, reference, role }: PaymentScreenProps) {
  const t = useTranslations("payment");
  const { tracked, error, lastFetchMs, nextFetchMs, refreshNow } = usePayment(transactionId, reference);
  if (tracked === undefined) return null;
  const { answer, known } = tracked;

  return (
    <>
      {known === null && (
        <h1 className="mb-4 text-xl font-semibold wrap-anywhere">{t("title", { id: transactionId })}</h1>
      )}
      {(error !== null || answer.kind === "trouble") && (
        <div className="mb-4 space-y-3">
          {error !== null && <FetchFailedNotice error={error} />}
          <Trouble answer={answer} knownAt={known?.checkedAt ?? null} onRefresh={refreshNow} />
        </div>
      )}
      {answer.kind === "not_found" && <PaymentNotFound transactionId={transactionId} />}
      {answer.kind === "needs_reference" && <NeedsReference transactionId={transactionId} />}
      {known !== null && (
        <PaymentWhole
          detail={known.detail}
          role={role}
          onChanged={refreshNow}
          checked={<LastChecked lastFetchMs={lastFetchMs} nextFetchMs={nextFetchMs} onRefresh={refreshNow} />}
        />
      )}
    </>
  );
}

function Trouble({
  answer,
  knownAt,
  onRefresh,
}: {
  answer: PaymentDetailLookup;
  knownAt: string | null;
  onRefresh: () => void;
}) {
  const t = useTranslations("common");
  if (answer.kind !== "trouble") return null;
  return (
    <ServiceErrorNotice
      trouble={answer.trouble}
      knownAt={knownAt}
      actions={
        <Button size="sm" onClick={onRefresh}>
          {t("tryAgain")}
        </Button>
      }
    />
  );
}
