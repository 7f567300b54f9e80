import type { Metadata } from "next";
import { Messages } from "@/components/i18n/messages";
import { translator } from "@/components/i18n/server";
import { ServerData } from "@/components/live/server-data";
import { redirectToSignIn } from "@/components/navigation/server";
import type { PageNotes } from "@/components/notes/note-actions";
import { BackLink } from "@/components/ui/page-header";
import { Forbidden } from "@/components/states/forbidden";
import { StreamIfSlow } from "@/components/states/stream-if-slow";
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
import { noteActions } from "@/app/(dashboard)/_components/notes/note-actions";
import { valueWithin } from "@/lib/value-within";
import { SKELETON_AFTER_MS } from "../_components/skeleton-after";
import { PaymentScreen } from "./_components/payment-screen";
import { PaymentSkeleton } from "./_components/payment-skeleton";
import { paymentQueryKey } from "./_components/payment-query-key";

/** Cancel, refund and request are dialogs of the page. */
const AREAS = [
  "payment",
  "notes",
  "manualRefunds",
  "cancel",
  "refund",
  "requests",
  "duplicateRefund",
  "outsideRefunds",
  "moneyAlert",
] as const;

type PaymentPageProps = {
  params: Promise<{ transactionId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export async function generateMetadata({ params }: PaymentPageProps): Promise<Metadata> {
  const t = await translator("payment");
  return { title: t("title", { id: await transactionIdOf(params) }) };
}

/** A quick response is part of the page; for a slow one the skeleton is sent first (0179). */
export default async function PaymentPage({ params, searchParams }: PaymentPageProps) {
  const transactionId = await transactionIdOf(params);
  const query = await searchParams;
  const navigation = await translator("navigation");
  const given = query["reference"];
  const reference = (typeof given === "string" ? given : given?.[0]) ?? null;
  const ctx = await currentCtx();
  if (ctx === null) return redirectToSignIn(paths.paymentPage(transactionId, query));

  if (!(await authorize(ctx, "view_payments", { kind: "payment", id: transactionId })))
    return <Forbidden role={ctx.actor.role} permission="view_payments" />;
  const reading = viewPayment(ctx, { transactionId, reference });
  const subject = { kind: "payment", id: transactionId } as const;
  const [quick, initial, work] = await Promise.all([
    valueWithin(reading, SKELETON_AFTER_MS),
    listNotes(ctx, subject),
    workOfPayment(ctx, transactionId),
  ]);
  const notes: PageNotes = { subject, initial, actions: noteActions };
  return (
    <Messages areas={AREAS}>
      <BackLink href={paths.payments()} label={navigation("item.payments")} />
      <StreamIfSlow isSlow={quick === null} fallback={<PaymentSkeleton />}>
        <LivePayment
          transactionId={transactionId}
          reference={reference}
          ctx={ctx}
          notes={notes}
          work={work}
          reading={reading}
        />
      </StreamIfSlow>
    </Messages>
  );
}

type LivePaymentProps = {
  transactionId: string;
  reference: string | null;
  ctx: Ctx;
  notes: PageNotes;
  work: PaymentWork;
  reading: Promise<PaymentDetailLookup>;
};

/** Passes the data of the first paint to the browser, which polls while it can change. */
async function LivePayment({ reading, ctx, work, ...props }: LivePaymentProps) {
  const view = await reading;
  const { userId, role } = ctx.actor;
  const items = presentWork(ctx, work, view);
  return (
    <ServerData queryKey={paymentQueryKey(props.transactionId)} view={view}>
      <Messages areas={items.length === 0 ? [] : ["queues"]}>
        <PaymentScreen {...props} role={role} work={{ items, viewerId: userId }} />
      </Messages>
    </ServerData>
  );
}

/** Params arrive encoded, as in the address; `http/front.ts` refuses an address that cannot be decoded. */
async function transactionIdOf(params: PaymentPageProps["params"]): Promise<string> {
  return decodeURIComponent((await params).transactionId);
}
