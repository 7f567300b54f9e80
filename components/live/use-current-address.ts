import { useSearchParams } from "next/navigation";
import { useAddress } from "@/components/ui/page-account";
import { usePath } from "@/components/ui/use-path";

/** The page's path with its query, to which sign-in returns. */
export function useCurrentAddress(): string {
  const path = useAddress(usePath());
  const search = useSearchParams().toString();
  return search === "" ? path : `${path}?${search}`;
}
