import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { Suspense } from "react";
import { Messages } from "@/components/i18n/messages";
import { translator } from "@/components/i18n/server";
import { dehydrated } from "@/components/live/dehydrated";
import { track } from "@/components/live/tracked";
import { redirectToSignIn } from "@/components/navigation/server";
import type { PageNotes } from "@/components/notes/note-actions";
import { BackLink } from "@/components/ui/page-header";
import { Forbidden } from "@/components/states/forbidden";
import { paths } from "@/lib/paths";
import type { PaymentDetailLookup } from "@/lib/payments/payment-detail-view";
import { authorize } from "@/server/dashboard/auth/authorize";
import { type Ctx, currentCtx } from "@/server/dashboard/context";
import { listNotes } from "@/server/dashboard/notes/queries/list-notes";
import { viewPayment } from "@/server/dashboard/payments/queries/view-payment";
import {
  type PaymentWork,
  presentWork,
  workOfPayment,
} from "@/server/dashboard/queues/queries/work-of-payment";
import { noteActions } from "@/app/(dashboard)/notes/_components/note-actions";
import { valueWithin } from "@/lib/value-within";
import { SKELETON_AFTER_MS } from "../_components/skeleton-after";
import { PaymentScreen } from "./_components/payment-screen";
import { PaymentSkeleton } from "./_components/payment-skeleton";
import { paymentQueryKey } from "./_components/payment-query-key";

type PaymentPageProps = {
  params: Promise<{ transactionId: string }>;
  searchParams: Promise<{ reference?: string | string[] }>;
};

export async function generateMetadata({ params }: PaymentPageProps): Promise<Metadata> {
  const t = await translator("payment");
  return { title: t("title", { id: await transactionIdOf(params) }) };
}

/** A quick response is part of the page; for a slow one the skeleton is sent first (0166). */
export default async function PaymentPage({ params, searchParams }: PaymentPageProps) {
  const transactionId = await transactionIdOf(params);
  const { reference: given } = await searchParams;
  const navigation = await translator("navigation");
  const reference = (typeof given === "string" ? given : given?.[0]) ?? null;
  const ctx = await currentCtx();
  if (ctx === null) return redirectToSignIn(paths.payment(transactionId, reference ?? undefined));

  if (!(await authorize(ctx, "view_payments", { kind: "payment", id: transactionId })))
    return <Forbidden role={ctx.actor.role} permission="view_payments" />;
  const reading = viewPayment(ctx, { transactionId, reference });
  const subject = { kind: "payment", id: transactionId } as const;
  const [view, initial, work] = await Promise.all([
    valueWithin(reading, SKELETON_AFTER_MS),
    listNotes(ctx, subject),
    workOfPayment(ctx, transactionId),
  ]);
  const notes: PageNotes = { subject, initial, actions: noteActions };
  const props = { transactionId, reference, ctx, notes, work };
  return (
    <Messages areas={["payment", "notes", "manualRefunds"]}>
      <BackLink href={paths.payments()} label={navigation("item.payments")} />
      {view === null ? (
        <Suspense fallback={<PaymentSkeleton />}>
          <SlowPayment {...props} reading={reading} />
        </Suspense>
      ) : (
        <LivePayment {...props} view={view} />
      )}
    </Messages>
  );
}

type LivePaymentProps = {
  transactionId: string;
  reference: string | null;
  ctx: Ctx;
  notes: PageNotes;
  work: PaymentWork;
  view: PaymentDetailLookup;
};

/** Passes the data of the first paint to the browser, which polls while it can change. */
function LivePayment({ view, ctx, work, ...props }: LivePaymentProps) {
  const { userId, role } = ctx.actor;
  const items = presentWork(ctx, work, view);
  const state = dehydrated(paymentQueryKey(props.transactionId), track(undefined, view), view.checkedAt);
  return (
    <HydrationBoundary state={state}>
      <Messages areas={items.length === 0 ? [] : ["queues"]}>
        <PaymentScreen {...props} role={role} work={{ items, viewerId: userId }} />
      </Messages>
    </HydrationBoundary>
  );
}

async function SlowPayment({
  reading,
  ...props
}: Omit<LivePaymentProps, "view"> & { reading: Promise<PaymentDetailLookup> }) {
  return <LivePayment {...props} view={await reading} />;
}

/** Params arrive encoded, as in the address; `http/front.ts` refuses an address that cannot be decoded. */
async function transactionIdOf(params: PaymentPageProps["params"]): Promise<string> {
  return decodeURIComponent((await params).transactionId);
}
