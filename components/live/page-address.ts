import { withAccount } from "@/lib/accounts/address";

/** Returns the address of a path in the account of the page, which its document names, for fetches in the browser. */
export function pageAddress(path: string): string {
  return withAccount(document.documentElement.dataset.account ?? null, path);
}
