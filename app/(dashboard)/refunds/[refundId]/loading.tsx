import { Messages } from "@/components/i18n/messages";
import { RefundSkeleton } from "./_components/refund-skeleton";

export default function RefundLoading() {
  return (
    <Messages areas={["refunds"]}>
      <RefundSkeleton />
    </Messages>
  );
}
