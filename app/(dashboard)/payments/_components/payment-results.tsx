import { HydrationBoundary } from "@tanstack/react-query";
import { dehydrated } from "@/components/live/dehydrated";
import { track } from "@/components/live/tracked";
import { paymentsQueryKey } from "@/components/payments/use-payments";
import { Notice } from "@/components/ui/notice";
import type { Ctx } from "@/server/dashboard/context";
import { findPayments } from "@/server/dashboard/queries/find-payments";
import { PaymentRecords } from "./payment-records";

/** Reads the records for the first paint and hands them to the browser, which goes on looking. */
export async function PaymentResults({ ctx, reference }: { ctx: Ctx; reference: string }) {
  const view = await findPayments(ctx, reference);
  if (view.kind === "invalid") {
    return (
      <Notice tone="warning" role="alert" title="This can’t be a merchant reference">
        <p>{view.message}</p>
      </Notice>
    );
  }
  const state = dehydrated(paymentsQueryKey(reference), track(undefined, view), view.checkedAt);
  return (
    <HydrationBoundary state={state}>
      <PaymentRecords reference={reference} role={ctx.actor.role} />
    </HydrationBoundary>
  );
}
