import { ListSkeleton } from "../_components/list-skeleton";

export default function ApprovalLoading() {
  return <ListSkeleton />;
}
