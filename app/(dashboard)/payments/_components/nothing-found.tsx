"use client";

import { useTranslations } from "use-intl/react";
import { TriedText } from "@/app/(dashboard)/_components/search/search-notice";
import { RefreshWhile } from "@/components/live/refresh-while";
import { ServiceErrorNotice } from "@/components/live/service-error-notice";
import { Button, buttonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Notice } from "@/components/ui/notice";
import { ForeignText } from "@/components/ui/text";
import { useRouter } from "@/components/ui/use-router";
import { paths } from "@/lib/paths";
import type { PaymentLookup } from "@/lib/payments/payment-view";

type NothingFoundProps = {
  view: Exclude<PaymentLookup, { kind: "found" }>;
  /** Whether the service can list payments, not only look up one reference. */
  hasList: boolean;
  /** The text was searched as everything that it may be, not only as a reference. */
  isSearched: boolean;
};

/** A reference, and why it opens no payment. While the service does not answer, the page asks again by itself. */
export function NothingFound(props: NothingFoundProps) {
  return (
    <>
      <h2 className="mb-3 text-base font-semibold">
        <ForeignText>{props.view.reference}</ForeignText>
      </h2>
      <Why {...props} />
    </>
  );
}

function Why({ view, hasList, isSearched }: NothingFoundProps) {
  const t = useTranslations("payments.byReference");
  const search = useTranslations("search");
  switch (view.kind) {
    case "invalid":
      return (
        <Notice tone="warning" role="alert" title={t("invalid.title")}>
          <p>{t(`invalid.${view.fault}`)}</p>
        </Notice>
      );
    case "service_error":
      return (
        <>
          <ServiceErrorNotice serviceError={view.serviceError} actions={<TryAgain />} />
          <RefreshWhile isOpen seed={view.reference} />
        </>
      );
    case "not_found":
      return isSearched ? (
        <Notice tone="info" title={search("nothing.title")}>
          <TriedText text={view.reference} hasList={hasList} />
        </Notice>
      ) : (
        <NoSuchReference reference={view.reference} hasList={hasList} />
      );
  }
}

function TryAgain() {
  const t = useTranslations("common");
  const router = useRouter();
  return (
    <Button size="sm" onClick={() => router.refresh()}>
      {t("tryAgain")}
    </Button>
  );
}

/** Always matches a transaction id, seldom a merchant reference. */
const TRANSACTION_ID = /^TXN\d{8}\d+$/;

function NoSuchReference({ reference, hasList }: { reference: string; hasList: boolean }) {
  const t = useTranslations("payments.byReference.notFound");
  const isTransaction = TRANSACTION_ID.test(reference.trim());
  const actions = (
    <>
      {isTransaction && (
        <Link href={paths.payment(reference.trim())} className={buttonClass("primary", "sm")}>
          {t("openTransaction")}
        </Link>
      )}
      {hasList && !isTransaction && (
        <Link href={paths.paymentList({ prefix: reference })} className={buttonClass("secondary", "sm")}>
          {t("byPrefix")}
        </Link>
      )}
    </>
  );
  return (
    <Notice tone="info" title={t("title")} actions={isTransaction || hasList ? actions : undefined}>
      <p>{t(isTransaction ? "isTransaction" : "body")}</p>
    </Notice>
  );
}
