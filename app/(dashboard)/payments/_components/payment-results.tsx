import { HydrationBoundary } from "@tanstack/react-query";
import { translator } from "@/components/i18n/server";
import { dehydrated } from "@/components/live/dehydrated";
import { track } from "@/components/live/tracked";
import { paymentsQueryKey } from "@/components/payments/use-payments";
import { Notice } from "@/components/ui/notice";
import type { Role } from "@/lib/can";
import type { PaymentLookup } from "@/lib/payments/payment-view";
import { PaymentRecords } from "./payment-records";

type PaymentResultsProps = {
  view: PaymentLookup;
  role: Role;
  hasList: boolean;
  /** The text was searched as everything that it may be, not only as a reference. */
  isSearched: boolean;
};

/** Renders the results on the server and passes them to the browser, which polls. */
export async function PaymentResults({ view, role, hasList, isSearched }: PaymentResultsProps) {
  if (view.kind === "invalid") {
    const t = await translator("payments");
    return (
      <Notice tone="warning" role="alert" title={t("records.invalid.title")}>
        <p>{t(`records.invalid.${view.fault}`)}</p>
      </Notice>
    );
  }
  const state = dehydrated(paymentsQueryKey(view.reference), track(undefined, view), view.checkedAt);
  return (
    <HydrationBoundary state={state}>
      <PaymentRecords reference={view.reference} role={role} hasList={hasList} isSearched={isSearched} />
    </HydrationBoundary>
  );
}

/** The same for a slow service: streamed. */
export async function SlowPaymentResults({
  lookup,
  ...props
}: Omit<PaymentResultsProps, "view"> & { lookup: Promise<PaymentLookup> }) {
  return <PaymentResults view={await lookup} {...props} />;
}
