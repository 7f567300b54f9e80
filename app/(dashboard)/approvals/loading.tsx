import { ListSkeleton } from "./_components/list-skeleton";

export default function ApprovalsLoading() {
  return <ListSkeleton />;
}
