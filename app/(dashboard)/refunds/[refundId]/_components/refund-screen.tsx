"use client";

import { ChevronLeft } from "lucide-react";
import Link from "next/link";
import { LookFailedNotice } from "@/components/live/look-failed-notice";
import { Looked } from "@/components/live/looked";
import { TroubleNotice } from "@/components/live/trouble-notice";
import { useRefund } from "@/components/refunds/use-refund";
import { CopyableId } from "@/components/ui/copyable-id";
import { Notice } from "@/components/ui/notice";
import { paths } from "@/lib/paths";
import { RefundCard } from "./refund-card";
import { RefundSkeleton } from "./refund-skeleton";

/** One refund, followed until it is completed. What was known last stays while the service is away. */
export function RefundScreen({ refundId }: { refundId: string }) {
  const { tracked, error, lastLookMs, nextLookMs, lookNow } = useRefund(refundId);
  if (tracked === undefined) return <RefundSkeleton />;
  const { answer, known } = tracked;

  return (
    <div className="space-y-4">
      <div>
        <Link
          href={paths.refunds()}
          className="-ml-1 inline-flex items-center gap-0.5 rounded-sm text-sm text-ink-muted hover:text-ink"
        >
          <ChevronLeft aria-hidden className="size-4" />
          Refunds
        </Link>
        <div className="mt-1 flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <h1 className="text-xl font-semibold">Refund</h1>
          <CopyableId id={refundId} what="refund id" />
          {/* Stays when the looking has ended, so that nothing jumps at the moment that everybody waits for. */}
          {answer.kind !== "not_found" && (
            <div className="basis-full sm:ml-auto sm:basis-auto">
              <Looked lastLookMs={lastLookMs} nextLookMs={nextLookMs} onLook={lookNow} />
            </div>
          )}
        </div>
      </div>

      {error !== null && <LookFailedNotice error={error} />}
      {answer.kind === "trouble" && (
        <>
          <TroubleNotice trouble={answer.trouble} knownAt={known?.checkedAt ?? null} />
          {known === null && (
            <Notice tone="info" title="The refund’s status is not known">
              <p>It goes on at the payment service whether or not it can be seen from here.</p>
            </Notice>
          )}
        </>
      )}
      {answer.kind === "not_found" && (
        <Notice tone="info" title="No refund has this id">
          <p>
            The payment service knows no such refund for this merchant. Check the id against where it came
            from.
          </p>
        </Notice>
      )}

      {known !== null && (
        <RefundCard refund={known.refund} isStale={answer.kind !== "found" || error !== null} />
      )}
    </div>
  );
}
