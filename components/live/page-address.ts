import { withAccount } from "@/lib/accounts/address";

/** In the browser, for what is fetched: the address of a path in the account of the page, which its document names. */
export function pageAddress(path: string): string {
  return withAccount(document.documentElement.dataset.account ?? null, path);
}
