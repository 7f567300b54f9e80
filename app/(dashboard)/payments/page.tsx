import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Suspense } from "react";
import { paths } from "@/lib/paths";
import { currentCtx } from "@/server/dashboard/context";
import { findPayments } from "@/server/dashboard/queries/find-payments";
import { PaymentResults, SlowPaymentResults } from "./_components/payment-results";
import { PaymentsScreen } from "./_components/payments-screen";
import { RecordsSkeleton } from "./_components/records-skeleton";
import { settledWithin } from "./_components/settled-within";

type PaymentsPageProps = { searchParams: Promise<{ reference?: string | string[] }> };

/** Tabs and history are told apart by what was looked up. */
export async function generateMetadata({ searchParams }: PaymentsPageProps): Promise<Metadata> {
  const reference = referenceOf(await searchParams);
  return { title: reference === "" ? "Payments" : reference };
}

/**
 * A quick look-up is part of the page itself: it needs no script to be seen, and no skeleton flickers. Only a slow one
 * lets the page go ahead with a skeleton in its place.
 */
const SKELETON_AFTER_MS = 300;

export default async function PaymentsPage({ searchParams }: PaymentsPageProps) {
  const reference = referenceOf(await searchParams);
  const ctx = await currentCtx();
  if (ctx === null) redirect(paths.login(paths.payments(reference === "" ? undefined : reference)));
  if (reference === "") return <PaymentsScreen reference="" />;

  const { role } = ctx.actor;
  const lookup = findPayments(ctx, reference);
  const view = await settledWithin(lookup, SKELETON_AFTER_MS);
  return (
    <PaymentsScreen reference={reference}>
      {view === null ? (
        <Suspense key={reference} fallback={<RecordsSkeleton />}>
          <SlowPaymentResults lookup={lookup} role={role} />
        </Suspense>
      ) : (
        <PaymentResults key={reference} view={view} role={role} />
      )}
    </PaymentsScreen>
  );
}

function referenceOf({ reference }: { reference?: string | string[] }): string {
  return (typeof reference === "string" ? reference : reference?.[0]) ?? "";
}
