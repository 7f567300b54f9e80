import Link from "next/link";
import { RefundStatusBadge, refundStatusMeaning } from "@/components/refunds/refund-status";
import { buttonClass } from "@/components/ui/button";
import { CopyableId } from "@/components/ui/copyable-id";
import { Fact, Facts } from "@/components/ui/facts";
import { Money } from "@/components/ui/money";
import { Notice } from "@/components/ui/notice";
import { Absent, ForeignText } from "@/components/ui/text";
import { Age, Time } from "@/components/ui/time";
import { paths } from "@/lib/paths";
import type { RefundView } from "@/lib/views";
import { RefundSteps } from "./refund-steps";

/** `isStale`: the last look brought nothing newer, so this is how it was before. */
export function RefundCard({ refund, isStale }: { refund: RefundView; isStale: boolean }) {
  return (
    <div className="rounded-lg border border-line bg-surface shadow-raised">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 pt-4 sm:px-5">
        <div role="status" className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1.5">
          <RefundStatusBadge status={refund.status} />
          <span className="text-sm text-ink-muted">
            {isStale && "Last known: "}
            {refundStatusMeaning(refund.status)}
          </span>
        </div>
        <Money amount={refund.amount} currency={refund.currency} className="ml-auto text-xl font-semibold" />
      </div>
      <RefundSteps refund={refund} />
      {refund.status === "FAILURE" && <FailedNotice reference={refund.reference} />}
      <div className="border-t border-line px-4 py-4 sm:px-5">
        <Facts>
          <Fact name="Merchant reference">
            <Link
              href={paths.payments(refund.reference)}
              className="text-accent underline-offset-2 hover:underline"
            >
              <ForeignText>{refund.reference}</ForeignText>
            </Link>
          </Fact>
          <Fact name="Transaction id">
            <CopyableId id={refund.transactionId} what="transaction id" />
          </Fact>
          <Fact name="Gateway id">
            {refund.gatewayRefundId === null ? (
              <Absent>Not assigned yet</Absent>
            ) : (
              <CopyableId id={refund.gatewayRefundId} what="gateway id" />
            )}
          </Fact>
          <Fact name="Reason">
            {refund.reason === null || refund.reason === "" ? (
              <Absent>Not given</Absent>
            ) : (
              <ForeignText>{refund.reason}</ForeignText>
            )}
          </Fact>
          <Fact name="Requested">
            <Time iso={refund.requestedAt} />{" "}
            <span className="text-ink-muted">
              <Age iso={refund.requestedAt} />
            </span>
          </Fact>
          <Fact name="Requested by">
            {refund.requestedBy === null ? (
              <Absent>Somebody outside Paydeck</Absent>
            ) : (
              <ForeignText>{refund.requestedBy}</ForeignText>
            )}
          </Fact>
          {refund.completedAt !== null && (
            <Fact name="Completed">
              <Time iso={refund.completedAt} />
            </Fact>
          )}
        </Facts>
      </div>
    </div>
  );
}

function FailedNotice({ reference }: { reference: string }) {
  return (
    <div className="px-4 pb-4 sm:px-5">
      <Notice
        tone="danger"
        title="The gateway did not carry the refund out"
        actions={
          <Link href={paths.payments(reference)} className={buttonClass("secondary", "sm")}>
            Go to the payment
          </Link>
        }
      >
        <p>
          The customer got nothing back. The amount is in the refundable balance again, so it can be refunded
          anew from the payment.
        </p>
      </Notice>
    </div>
  );
}
