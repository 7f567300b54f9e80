import { translator } from "@/components/i18n/server";
import { ServerData } from "@/components/live/server-data";
import { paymentsQueryKey } from "@/components/payments/use-payments";
import { Notice } from "@/components/ui/notice";
import type { Role } from "@/lib/can";
import type { PaymentLookup } from "@/lib/payments/payment-view";
import { PaymentRecords } from "./payment-records";

type PaymentResultsProps = {
  view: PaymentLookup | Promise<PaymentLookup>;
  role: Role;
  hasList: boolean;
  /** The text was searched as everything that it may be, not only as a reference. */
  isSearched: boolean;
};

/** Renders the results on the server and passes them to the browser, which polls. */
export async function PaymentResults({ view: found, role, hasList, isSearched }: PaymentResultsProps) {
  const view = await found;
  if (view.kind === "invalid") {
    const t = await translator("payments");
    return (
      <Notice tone="warning" role="alert" title={t("records.invalid.title")}>
        <p>{t(`records.invalid.${view.fault}`)}</p>
      </Notice>
    );
  }
  return (
    <ServerData queryKey={paymentsQueryKey(view.reference)} view={view}>
      <PaymentRecords reference={view.reference} role={role} hasList={hasList} isSearched={isSearched} />
    </ServerData>
  );
}
