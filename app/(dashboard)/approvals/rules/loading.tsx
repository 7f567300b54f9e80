import { ListSkeleton } from "../_components/list-skeleton";

export default function ApprovalRulesLoading() {
  return <ListSkeleton />;
}
