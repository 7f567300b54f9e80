import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Messages } from "@/components/i18n/messages";
import { translator } from "@/components/i18n/server";
import { dehydrated } from "@/components/live/dehydrated";
import { track } from "@/components/live/tracked";
import { BackLink } from "@/components/ui/page-header";
import { paths } from "@/lib/paths";
import { currentCtx } from "@/server/dashboard/context";
import { viewPayment } from "@/server/dashboard/queries/view-payment";
import { PaymentScreen } from "./_components/payment-screen";
import { paymentQueryKey } from "./_components/payment-query-key";

type PaymentPageProps = {
  params: Promise<{ transactionId: string }>;
  searchParams: Promise<{ reference?: string | string[] }>;
};

export async function generateMetadata({ params }: PaymentPageProps): Promise<Metadata> {
  const t = await translator("payment");
  return { title: t("title", { id: await transactionIdOf(params) }) };
}

/** Reads the payment for the first paint and hands it to the browser, which goes on looking while it can change. */
export default async function PaymentPage({ params, searchParams }: PaymentPageProps) {
  const transactionId = await transactionIdOf(params);
  const { reference: given } = await searchParams;
  const navigation = await translator("navigation");
  const reference = (typeof given === "string" ? given : given?.[0]) ?? null;
  const ctx = await currentCtx();
  if (ctx === null) redirect(paths.login(paths.payment(transactionId, reference ?? undefined)));

  const view = await viewPayment(ctx, { transactionId, reference });
  const state = dehydrated(paymentQueryKey(transactionId), track(undefined, view), view.checkedAt);
  return (
    <Messages areas={["payment", "cancel", "refund"]}>
      <BackLink href={paths.payments()} label={navigation("item.payments")} />
      <HydrationBoundary state={state}>
        <PaymentScreen transactionId={transactionId} reference={reference} role={ctx.actor.role} />
      </HydrationBoundary>
    </Messages>
  );
}

/** A page's parameters come as the address writes them; what cannot be decoded never gets here (`http/front.ts`). */
async function transactionIdOf(params: PaymentPageProps["params"]): Promise<string> {
  return decodeURIComponent((await params).transactionId);
}
