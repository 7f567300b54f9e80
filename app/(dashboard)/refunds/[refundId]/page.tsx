import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { dehydrated } from "@/components/live/dehydrated";
import { track } from "@/components/live/tracked";
import { refundQueryKey } from "@/components/refunds/use-refund";
import { paths } from "@/lib/paths";
import { currentCtx } from "@/server/dashboard/context";
import { findRefund } from "@/server/dashboard/queries/find-refund";
import { RefundScreen } from "./_components/refund-screen";

type RefundPageProps = { params: Promise<{ refundId: string }> };

export async function generateMetadata({ params }: RefundPageProps): Promise<Metadata> {
  return { title: await refundIdOf(params) };
}

/** Reads the refund for the first paint and hands it to the browser, which goes on looking. */
export default async function RefundPage({ params }: RefundPageProps) {
  const refundId = await refundIdOf(params);
  const ctx = await currentCtx();
  if (ctx === null) redirect(paths.login(paths.refund(refundId)));

  const view = await findRefund(ctx, refundId);
  return (
    <HydrationBoundary state={dehydrated(refundQueryKey(refundId), track(undefined, view), view.checkedAt)}>
      <RefundScreen refundId={refundId} />
    </HydrationBoundary>
  );
}

/** A page's parameters come as the address writes them; what cannot be decoded never gets here (`http/front.ts`). */
async function refundIdOf(params: RefundPageProps["params"]): Promise<string> {
  return decodeURIComponent((await params).refundId);
}
