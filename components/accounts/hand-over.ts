import { ownerOf } from "@/components/ui/page-account";
import { openInAccount } from "@/components/ui/use-router";
import type { BulkKind } from "@/lib/bulk";
import { paths } from "@/lib/paths";
import type { RequestTarget } from "@/lib/requests/request-views";
import { HANDED_KEY } from "./kept-keys";

/** What a page of all accounts hands to a page of one account. */
export type Handed =
  /** Rows as they are pasted into the form of a bulk run. */
  { to: "bulk"; kind: BulkKind; rows: string } | { to: "requests"; payments: readonly RequestTarget[] };

/** `id`: the address of the page that may take it ends with this. */
type Kept = { owner: string; id: string; handed: Handed };

/**
 * Opens the page of an account that takes this. Another account is another load of the page, which memory does not
 * outlive, so it is kept in the tab until then: for this person in this account, and for this one load (decision 0303).
 */
export function handOver(account: { slug: string | null; personId: string }, handed: Handed): void {
  const kept: Kept = {
    owner: ownerOf(account.slug, account.personId),
    id: crypto.randomUUID(),
    handed,
  };
  try {
    sessionStorage.setItem(HANDED_KEY, JSON.stringify(kept));
  } catch {
    // The page opens without storage too, and has nothing.
  }
  openInAccount(account.slug, `${pageOf(handed)}#${kept.id}`);
}

function pageOf(handed: Handed): string {
  return handed.to === "bulk" ? paths.newBulk({ kind: handed.kind }) : paths.findLines();
}

/** What was handed to this page, once. Whatever is meant for another account, person or page is discarded. */
export function takeHanded(owner: string): Handed | null {
  try {
    const text = sessionStorage.getItem(HANDED_KEY);
    sessionStorage.removeItem(HANDED_KEY);
    const kept: unknown = text === null ? null : JSON.parse(text);
    if (!isKept(kept) || kept.owner !== owner || window.location.hash !== `#${kept.id}`) return null;
    return kept.handed;
  } catch {
    return null;
  }
}

/** Written by us, but perhaps by another version of the page. */
function isKept(kept: unknown): kept is Kept {
  return hasTexts(kept, "owner", "id") && "handed" in kept && (isRows(kept.handed) || isTargets(kept.handed));
}

const isRows = (handed: unknown): boolean =>
  hasTexts(handed, "to", "kind", "rows") && "to" in handed && handed.to === "bulk";

const isTargets = (handed: unknown): boolean =>
  hasTexts(handed, "to") &&
  "to" in handed &&
  handed.to === "requests" &&
  "payments" in handed &&
  Array.isArray(handed.payments) &&
  handed.payments.every((payment) => hasTexts(payment, "reference", "transactionId"));

function hasTexts(value: unknown, ...names: readonly string[]): value is object {
  return (
    typeof value === "object" &&
    value !== null &&
    names.every((name) => typeof (value as Record<string, unknown>)[name] === "string")
  );
}
