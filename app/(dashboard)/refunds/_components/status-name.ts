import type { translator } from "@/components/i18n/server";
import type { RefundListStatus } from "@/lib/refunds/refund-list-views";

type CommonWords = Awaited<ReturnType<typeof translator<"common">>>;

/** A status of the refunds list in the reader's language (0387). */
export function statusName(common: CommonWords, status: RefundListStatus): string {
  switch (status) {
    case "SENDING":
    case "UNKNOWN":
    case "REFUSED":
    case "NOT_SENT":
      return common(`refundIntent.${status}`);
    case "PAID_LATE":
      return common("refundPaidLate");
    case "INITIATED":
    case "PROCESSING":
    case "SUCCESS":
    case "FAILURE":
      return common(`refundStatusName.${status}`);
  }
}
