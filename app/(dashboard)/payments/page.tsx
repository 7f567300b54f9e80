import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { paths } from "@/lib/paths";
import { currentCtx } from "@/server/dashboard/context";
import { PaymentResults } from "./_components/payment-results";
import { PaymentsScreen } from "./_components/payments-screen";

type PaymentsPageProps = { searchParams: Promise<{ reference?: string | string[] }> };

/** Tabs and history are told apart by what was looked up. */
export async function generateMetadata({ searchParams }: PaymentsPageProps): Promise<Metadata> {
  const reference = referenceOf(await searchParams);
  return { title: reference === "" ? "Payments" : reference };
}

export default async function PaymentsPage({ searchParams }: PaymentsPageProps) {
  const reference = referenceOf(await searchParams);
  const ctx = await currentCtx();
  if (ctx === null) redirect(paths.login(paths.payments(reference)));

  return (
    <PaymentsScreen reference={reference}>
      {reference !== "" && <PaymentResults key={reference} ctx={ctx} reference={reference} />}
    </PaymentsScreen>
  );
}

function referenceOf({ reference }: { reference?: string | string[] }): string {
  return (typeof reference === "string" ? reference : reference?.[0]) ?? "";
}
