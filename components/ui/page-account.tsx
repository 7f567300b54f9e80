"use client";

import { createContext, use, useEffect, useState, type ReactNode } from "react";
import { withAccount } from "@/lib/accounts/address";

const PageAccount = createContext<string | null>(null);
const PagePerson = createContext("");

type PageAccountProps = { slug: string | null; personId: string; children: ReactNode };

/**
 * The account in the address of the page, for every link below; null for the first account. It stays the same for as
 * long as the document: another account is another page load (decision 0301). So is another person: when the frame names
 * one who has signed in beside this tab, what the document holds in memory is still the first one's (decision 0129).
 */
export function PageAccountProvider({ slug, personId, children }: PageAccountProps) {
  const [first] = useState(personId);
  useEffect(() => {
    if (personId !== first) window.location.reload();
  }, [personId, first]);
  return (
    <PageAccount value={slug}>
      <PagePerson value={personId}>{children}</PagePerson>
    </PageAccount>
  );
}

/** The person whom the frame of the page names. */
export const usePagePerson = (): string => use(PagePerson);

/** Whose something is that the tab keeps: a person's, of the account of the page. */
export function useOwner(personId: string): string {
  return ownerOf(usePageAccount(), personId);
}

/** Says whose something is in an account that the page names; null for the first account. */
export function ownerOf(slug: string | null, personId: string): string {
  return slug === null ? personId : `${slug}.${personId}`;
}

/** The slug of the page's account; null for the first account. */
export const usePageAccount = (): string | null => use(PageAccount);

/** The address of a path in the page's account. */
export function useAddress(path: string): string {
  return withAccount(usePageAccount(), path);
}
