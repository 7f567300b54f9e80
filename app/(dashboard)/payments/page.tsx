import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Suspense } from "react";
import { paths } from "@/lib/paths";
import { currentCtx } from "@/server/dashboard/context";
import { PaymentResults } from "./_components/payment-results";
import { PaymentsScreen } from "./_components/payments-screen";
import { RecordsSkeleton } from "./_components/records-skeleton";

export const metadata: Metadata = { title: "Payments" };

type PaymentsPageProps = { searchParams: Promise<{ reference?: string | string[] }> };

export default async function PaymentsPage({ searchParams }: PaymentsPageProps) {
  const { reference: given } = await searchParams;
  const reference = typeof given === "string" ? given : (given?.[0] ?? "");
  const ctx = await currentCtx();
  if (ctx === null) redirect(paths.login(paths.payments(reference)));

  return (
    <PaymentsScreen reference={reference}>
      {reference !== "" && (
        <Suspense key={reference} fallback={<RecordsSkeleton />}>
          <PaymentResults ctx={ctx} reference={reference} />
        </Suspense>
      )}
    </PaymentsScreen>
  );
}
