import { RefundSkeleton } from "./_components/refund-skeleton";

export default function RefundLoading() {
  return <RefundSkeleton />;
}
