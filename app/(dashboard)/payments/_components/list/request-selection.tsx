"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { requestRefundsAction } from "@/app/(dashboard)/requests/actions";
import { CUT_OFF, useSend } from "@/components/actions/use-send";
import { FetchFailedNotice } from "@/components/live/fetch-failed-notice";
import { fetchOutcome } from "@/components/live/fetch-view";
import { SignedOut } from "@/components/states/signed-out";
import { paths } from "@/lib/paths";
import type { RequestReasonsView, RequestTarget } from "@/lib/requests/request-views";
import { RefundForbiddenNotice } from "../refund-notices";
import { RefundPanelSkeleton } from "../refund-panel-skeleton";
import { type EnteredSelection, RequestSelectionForm } from "./request-selection-form";
import { RequestSelectionResult } from "./request-selection-result";

type RequestSelectionProps = {
  payments: readonly RequestTarget[];
  isSending: boolean;
  onSending: (isSending: boolean) => void;
  onDone: () => void;
  onClose: () => void;
};

/** One reason and note for all selected payments, then what became of each. */
export function RequestSelection({ payments, isSending, onSending, onDone, onClose }: RequestSelectionProps) {
  const t = useTranslations("requests.selection");
  const reading = useQuery({
    queryKey: ["request-reasons"],
    queryFn: ({ signal }) => fetchOutcome<RequestReasonsView>(paths.api.requestReasons(), signal),
    staleTime: Infinity,
    gcTime: 0,
  });
  const [batchId] = useState(() => crypto.randomUUID());
  const [sent, setSent] = useState<EnteredSelection | null>(null);
  const { outcome, send: submit } = useSend(
    (entered: EnteredSelection) => {
      onSending(true);
      setSent(entered);
      const targets = payments.map(({ reference, transactionId }) => ({ reference, transactionId }));
      return requestRefundsAction({ batchId, targets, ...entered });
    },
    CUT_OFF,
    ({ kind }) => {
      onSending(false);
      if (kind === "done" || kind === "cut_off") onDone();
    },
  );

  const view = reading.data;
  if (view === undefined)
    return reading.error === null ? (
      <RefundPanelSkeleton />
    ) : (
      <FetchFailedNotice error={reading.error} onRetry={() => void reading.refetch()} />
    );
  if (view.kind === "signed_out") return <SignedOut />;
  if (view.kind === "forbidden") return <RefundForbiddenNotice />;
  if (outcome?.kind === "done")
    return (
      <RequestSelectionResult
        payments={outcome.payments}
        isSending={isSending}
        onTryAgain={() => sent !== null && void submit(sent)}
        onClose={onClose}
      />
    );
  return (
    <>
      <p className="mb-4 text-sm text-ink-muted">{t("about")}</p>
      <RequestSelectionForm
        count={payments.length}
        reasons={view.reasons}
        isReasonRequired={view.isReasonRequired}
        problem={outcome}
        isSending={isSending}
        onSubmit={submit}
      />
    </>
  );
}
