import { HydrationBoundary } from "@tanstack/react-query";
import { dehydrated } from "@/components/live/dehydrated";
import { track } from "@/components/live/tracked";
import { paymentsQueryKey } from "@/components/payments/use-payments";
import { Notice } from "@/components/ui/notice";
import type { Role } from "@/lib/can";
import type { PaymentLookup } from "@/lib/views";
import { PaymentRecords } from "./payment-records";

/** Paints what was found and hands it to the browser, which goes on looking. */
export function PaymentResults({ view, role }: { view: PaymentLookup; role: Role }) {
  if (view.kind === "invalid") {
    return (
      <Notice tone="warning" role="alert" title="This can’t be a merchant reference">
        <p>{view.message}</p>
      </Notice>
    );
  }
  const state = dehydrated(paymentsQueryKey(view.reference), track(undefined, view), view.checkedAt);
  return (
    <HydrationBoundary state={state}>
      <PaymentRecords reference={view.reference} role={role} />
    </HydrationBoundary>
  );
}

/** The same for a service that takes its time. */
export async function SlowPaymentResults({ lookup, role }: { lookup: Promise<PaymentLookup>; role: Role }) {
  return <PaymentResults view={await lookup} role={role} />;
}
