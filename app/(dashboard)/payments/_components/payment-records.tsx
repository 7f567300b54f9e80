"use client";

import { Link } from "@/components/ui/link";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { FetchFailedNotice } from "@/components/live/fetch-failed-notice";
import { LastChecked } from "@/components/live/last-checked";
import { ServiceErrorNotice } from "@/components/live/service-error-notice";
import { usePayments } from "@/components/payments/use-payments";
import { Button, buttonClass } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Notice } from "@/components/ui/notice";
import { ForeignText } from "@/components/ui/text";
import type { PaymentPermission, Role } from "@/lib/can";
import { paths } from "@/lib/paths";
import type { PaymentView } from "@/lib/payments/payment-view";
import { CancelDialog, loadCancelPanel } from "./cancel-dialog";
import { PaymentRecord } from "./payment-record";
import { RecordsSkeleton } from "./records-skeleton";
import { TriedText } from "@/app/(dashboard)/_components/search/search-notice";
import { loadRefundPanel, RefundDialog } from "./refund-dialog";
import { RequestDialog } from "./request-dialog";
import { useRefundFromUrl } from "./use-refund-from-url";

type PaymentRecordsProps = {
  reference: string;
  role: Role;
  /** Whether the service can list payments, not only look up one reference. */
  hasList: boolean;
  /** The text was searched as everything that it may be, not only as a reference. */
  isSearched: boolean;
};
type Begun = { action: PaymentPermission; payment: PaymentView };

/** Every payment of a reference, newest first, polled while the newest can still be paid. */
export function PaymentRecords({ reference, role, hasList, isSearched }: PaymentRecordsProps) {
  const t = useTranslations("payments");
  const { tracked, error, lastFetchMs, nextFetchMs, refreshNow } = usePayments(reference);
  const [begun, setBegun] = useState<Begun | null>(null);
  const [cancelledId, setCancelledId] = useState<string | null>(null);
  const { requested, again, request, leave } = useRefundFromUrl(tracked?.known?.payments ?? [], role);

  if (tracked === undefined) return <RecordsSkeleton />;
  const { answer, known } = tracked;

  const toRefund = begun?.action === "refund_payment" ? begun.payment : begun === null ? requested : null;
  const close = (): void => {
    setBegun(null);
    leave();
    refreshNow();
  };

  return (
    <section aria-label={t("records.name")} className="space-y-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 className="min-w-0 text-base font-semibold">
          <ForeignText>{reference}</ForeignText>
          {known !== null && (
            <span className="ml-2 font-normal whitespace-nowrap text-ink-muted">
              {t("records.count", { n: known.payments.length })}
            </span>
          )}
        </h2>
        <LastChecked lastFetchMs={lastFetchMs} nextFetchMs={nextFetchMs} onRefresh={refreshNow} />
      </div>

      {error !== null && <FetchFailedNotice error={error} />}
      {answer.kind === "service_error" && (
        <ServiceErrorNotice
          serviceError={answer.serviceError}
          knownAt={known?.checkedAt ?? null}
          actions={<TryAgain onRefresh={refreshNow} />}
        />
      )}
      {answer.kind === "not_found" && (
        <NotFoundNotice reference={reference} hasList={hasList} isSearched={isSearched} />
      )}

      {known !== null && (
        <ol className="space-y-3 sm:ml-1.5 sm:border-l sm:border-line sm:pl-5">
          {known.payments.map((payment) => (
            <li key={payment.transactionId} className="relative">
              <TimelineDot isLatest={payment.isLatest} />
              <PaymentRecord
                payment={payment}
                role={role}
                wasJustCancelled={payment.transactionId === cancelledId}
                onCancel={() => setBegun({ action: "cancel_payment", payment })}
                onRefund={() => setBegun({ action: "refund_payment", payment })}
                onRequest={() => setBegun({ action: "request_refund", payment })}
                onAboutToRefund={() => void loadRefundPanel()}
                onAboutToCancel={loadCancelPanel}
              />
            </li>
          ))}
        </ol>
      )}

      {begun?.action === "cancel_payment" && (
        <CancelDialog
          payment={begun.payment}
          role={role}
          onClose={close}
          onCancelled={() => {
            setCancelledId(begun.payment.transactionId);
            close();
          }}
          onRefundInstead={(payment) => setBegun({ action: "refund_payment", payment })}
        />
      )}
      {toRefund !== null && (
        <RefundDialog
          payment={toRefund}
          again={begun === null ? again : undefined}
          request={begun === null ? request : undefined}
          onClose={close}
        />
      )}
      {begun?.action === "request_refund" && <RequestDialog payment={begun.payment} onClose={close} />}
    </section>
  );
}

function TimelineDot({ isLatest }: { isLatest: boolean }) {
  return (
    <span
      aria-hidden
      className={cx(
        "absolute top-5 -left-[1.59rem] hidden size-2.5 rounded-full border-2 border-canvas sm:block",
        isLatest ? "bg-accent" : "bg-line-strong",
      )}
    />
  );
}

function TryAgain({ onRefresh }: { onRefresh: () => void }) {
  const t = useTranslations("payments");
  return (
    <Button size="sm" onClick={onRefresh}>
      {t("records.tryAgain")}
    </Button>
  );
}

/** Always matches a transaction id, seldom a merchant reference. */
const TRANSACTION_ID = /^TXN\d{8}\d+$/;

function NotFoundNotice({
  reference,
  hasList,
  isSearched,
}: Pick<PaymentRecordsProps, "reference" | "hasList" | "isSearched">) {
  const t = useTranslations("payments");
  const search = useTranslations("search");
  if (isSearched) {
    return (
      <Notice tone="info" title={search("nothing.title")}>
        <TriedText text={reference} hasList={hasList} />
      </Notice>
    );
  }
  const isTransaction = TRANSACTION_ID.test(reference.trim());
  const actions = (
    <>
      {isTransaction && (
        <Link href={paths.payment(reference.trim())} className={buttonClass("primary", "sm")}>
          {t("records.notFound.openTransaction", { id: reference.trim() })}
        </Link>
      )}
      {hasList && !isTransaction && (
        <Link href={paths.paymentList({ prefix: reference })} className={buttonClass("secondary", "sm")}>
          {t("records.notFound.byPrefix")}
        </Link>
      )}
    </>
  );
  return (
    <Notice
      tone="info"
      title={t("records.notFound.title")}
      actions={isTransaction || hasList ? actions : undefined}
    >
      <p>{isTransaction ? t("records.notFound.isTransaction") : t("records.notFound.body")}</p>
    </Notice>
  );
}
