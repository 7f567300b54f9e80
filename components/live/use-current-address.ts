import { usePathname, useSearchParams } from "next/navigation";

/** The page's path with its query, to which sign-in returns. */
export function useCurrentAddress(): string {
  const pathname = usePathname();
  const search = useSearchParams().toString();
  return search === "" ? pathname : `${pathname}?${search}`;
}
