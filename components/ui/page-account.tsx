"use client";

import { createContext, use, type ReactNode } from "react";
import { withAccount } from "@/lib/accounts/address";

const PageAccount = createContext<string | null>(null);

/**
 * The account in the address of the page, for every link below; null for the first account. It stays the same for as
 * long as the document: another account is another page load (decision 0301).
 */
export function PageAccountProvider({ slug, children }: { slug: string | null; children: ReactNode }) {
  return <PageAccount value={slug}>{children}</PageAccount>;
}

/** The slug of the page's account; null for the first account. */
export const usePageAccount = (): string | null => use(PageAccount);

/** The address of a path in the page's account. */
export function useAddress(path: string): string {
  return withAccount(usePageAccount(), path);
}
