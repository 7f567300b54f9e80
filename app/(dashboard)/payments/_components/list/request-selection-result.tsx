"use client";

import { useEffect, useRef, type ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { Button, buttonClass } from "@/components/ui/button";
import { DialogButtons } from "@/components/ui/dialog";
import { Link } from "@/components/ui/link";
import { Notice } from "@/components/ui/notice";
import { ForeignText } from "@/components/ui/text";
import { displayAmount } from "@/lib/money";
import { paths } from "@/lib/paths";
import type { RequestedPayment } from "@/lib/requests/request-views";

type RequestSelectionResultProps = {
  payments: readonly RequestedPayment[];
  isSending: boolean;
  onTryAgain: () => void;
  onClose: () => void;
};

/** How many refunds were requested, and why each other one was not; it replaces the form, so focus moves here. */
export function RequestSelectionResult({
  payments,
  isSending,
  onTryAgain,
  onClose,
}: RequestSelectionResultProps) {
  const t = useTranslations("requests.selection");
  const tRequests = useTranslations("requests");
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  const requested = payments.filter(({ kind }) => kind === "requested");
  const others = payments.filter(({ kind }) => kind !== "requested");
  const mayTryAgain = payments.some(({ kind }) => kind === "service_error");
  return (
    <div ref={place} tabIndex={-1} className="space-y-4 outline-none">
      <Notice
        tone={others.length === 0 ? "success" : "warning"}
        role="status"
        title={t("done", { n: requested.length, of: payments.length })}
      >
        {requested.length > 0 && <p>{tRequests("requested.body")}</p>}
      </Notice>
      {requested.length > 0 && (
        <Payments label={t("requested")} payments={requested}>
          {(payment) => <Requested payment={payment} />}
        </Payments>
      )}
      {others.length > 0 && (
        <Payments label={t("notRequested")} payments={others}>
          {(payment) => <Why payment={payment} />}
        </Payments>
      )}
      <DialogButtons>
        {mayTryAgain && (
          <Button busy={isSending} onClick={onTryAgain}>
            {t("tryAgain")}
          </Button>
        )}
        <Button disabled={isSending} onClick={onClose}>
          {t("close")}
        </Button>
        <Link href={paths.requests({ tab: "mine" })} className={buttonClass("primary")}>
          {t("view")}
        </Link>
      </DialogButtons>
    </div>
  );
}

function Payments({
  label,
  payments,
  children,
}: {
  label: string;
  payments: readonly RequestedPayment[];
  children: (payment: RequestedPayment) => ReactNode;
}) {
  return (
    <section aria-label={label}>
      <h3 className="text-sm font-semibold">{label}</h3>
      <ul className="mt-1 max-h-56 divide-y divide-line overflow-y-auto border-y border-line text-sm">
        {payments.map((payment) => (
          <li
            key={payment.transactionId}
            className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 py-2"
          >
            <span className="min-w-0 font-medium wrap-anywhere">
              <ForeignText>{payment.reference}</ForeignText>
            </span>
            {children(payment)}
          </li>
        ))}
      </ul>
    </section>
  );
}

const LINK = "text-accent underline underline-offset-2";

function Requested({ payment }: { payment: RequestedPayment }) {
  if (payment.kind !== "requested") return null;
  return (
    <Link href={paths.request(payment.requestId)} className={`tabular-nums ${LINK}`}>
      {displayAmount(payment.amount, payment.currency)}
    </Link>
  );
}

function Why({ payment }: { payment: RequestedPayment }) {
  const t = useTranslations("requests.selection.why");
  const status = useTranslations("common.paymentStatusName");
  switch (payment.kind) {
    case "requested":
      return null;
    case "already_open":
      return (
        <span>
          {t.rich("already_open", {
            person: () => <ForeignText>{payment.open.by}</ForeignText>,
            link: (text) => (
              <Link href={paths.request(payment.open.requestId)} className={LINK}>
                {text}
              </Link>
            ),
          })}
        </span>
      );
    case "nothing_left":
    case "service_error":
      return <span>{t(payment.kind)}</span>;
    case "not_refundable":
      return (
        <span>
          {payment.status === null ? t("unknown") : t("not_refundable", { status: status(payment.status) })}
        </span>
      );
  }
}
