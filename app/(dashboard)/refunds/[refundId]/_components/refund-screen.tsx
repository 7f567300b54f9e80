"use client";

import { useEffect, useState } from "react";
import { useTranslations } from "use-intl/react";
import { AuditLink } from "@/components/audit/audit-link";
import { FetchFailedNotice } from "@/components/live/fetch-failed-notice";
import { LastChecked } from "@/components/live/last-checked";
import { ServiceErrorNotice } from "@/components/live/service-error-notice";
import { CopyableId } from "@/components/ui/copyable-id";
import { Notice } from "@/components/ui/notice";
import { BackLink } from "@/components/ui/page-header";
import { useRouter } from "@/components/ui/use-router";
import { paths } from "@/lib/paths";
import type { RefundFetchError } from "@/lib/refunds/refund-view";
import { RefundCard } from "./refund-card";
import { RefundSkeleton } from "./refund-skeleton";
import { useRefund } from "./use-refund";

type RefundScreenProps = { refundId: string; mayRefund: boolean; mayViewAudit: boolean };

/** One refund, polled until its status is final. Stale data stays while the service is unavailable. */
export function RefundScreen({ refundId, mayRefund, mayViewAudit }: RefundScreenProps) {
  const { tracked, error, lastCheckMs, nextCheckMs, checkNow } = useRefund(refundId);
  useRefreshOnChange(tracked?.known?.refund.status);
  const t = useTranslations("refunds");
  const common = useTranslations("common");
  if (tracked === undefined) return <RefundSkeleton />;
  const { response, known } = tracked;
  const isStale = response.kind !== "found" || response.serviceError !== null || error !== null;

  return (
    <div className="space-y-4">
      <div>
        <BackLink href={paths.refunds()} label={t("title")} />
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <h1 className="text-xl font-semibold">{t("one.title")}</h1>
          <CopyableId id={refundId} what={common("refundId")} />
          {mayViewAudit && <AuditLink subject={refundId} />}
          {/* Stays after polling has ended, so that nothing shifts at the moment of the result. */}
          {response.kind !== "not_found" && (
            <div className="basis-full sm:ml-auto sm:basis-auto">
              <LastChecked lastFetchMs={lastCheckMs} nextFetchMs={nextCheckMs} onRefresh={checkNow} />
            </div>
          )}
        </div>
      </div>

      {error !== null && <FetchFailedNotice error={error} />}
      {response.kind === "service_error" && (
        <>
          <ServiceErrorNotice serviceError={response.serviceError} knownAt={known?.checkedAt ?? null} />
          {known === null && (
            <Notice tone="info" title={t("one.unknownTitle")}>
              <p>{t("one.unknownBody")}</p>
            </Notice>
          )}
        </>
      )}
      {response.kind === "found" && response.serviceError !== null && (
        <SeenBeforeNotice serviceError={response.serviceError} checkedAt={response.checkedAt} />
      )}
      {response.kind === "not_found" && (
        <Notice tone="info" title={t("one.notFoundTitle")}>
          <p>{t("one.notFoundBody")}</p>
        </Notice>
      )}

      {known !== null && <RefundCard refund={known.refund} isStale={isStale} mayRefund={mayRefund} />}
    </div>
  );
}

/** Why the last poll brought nothing newer than the data on the screen. */
function SeenBeforeNotice({
  serviceError,
  checkedAt,
}: {
  serviceError: RefundFetchError;
  checkedAt: string;
}) {
  const t = useTranslations("refunds.one");
  if (serviceError.kind !== "not_found")
    return <ServiceErrorNotice serviceError={serviceError} knownAt={checkedAt} />;
  return (
    <Notice tone="warning" role="alert" title={t("goneTitle")}>
      <p>{t("goneBody")}</p>
    </Notice>
  );
}

/** Reads the page again once a polled value has changed: what the server rendered beside it depends on it. */
function useRefreshOnChange(value: string | undefined): void {
  const router = useRouter();
  const [first] = useState(value);
  useEffect(() => {
    if (value !== first) router.refresh();
  }, [value, first, router]);
}
