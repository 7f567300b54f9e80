import type { OpsResult } from "@/lib/contract/ops";
import type { AccountChange } from "@/lib/gateways/account-changes";

type ListedAccount = OpsResult<"gateways.accounts">["vendors"][number]["accounts"][number];

/** What the watch remembers of an account. */
export type SeenAccount = {
  gateway: string;
  account: number;
  createdAt: Date;
  revision: number;
  /** When its credentials were last changed; null where the service does not say. */
  changedAt: Date | null;
  isInUse: boolean;
  /** Since when it has been in use or out of use; null where the service does not say. */
  since: Date | null;
};

/** A change as the service records it. */
export type ChangedAccount = {
  change: AccountChange;
  seen: SeenAccount;
  hint: string;
  /** What the caller said of itself; null where the service does not record it. */
  author: string | null;
  /** The id of the key that signed; null where it is not known. */
  keyId: string | null;
  /** It was put in use, and is out of use again. */
  isOver: boolean;
  /** It was taken out of use, and new payments go to the operator's account at the vendor. */
  toService: boolean;
};

const MAX_HINT = 40;
const MAX_LABEL = 40;
/** What an e-mail program makes an address of. */
const ADDRESS_SIGNS = /[/:.@]+/g;

/**
 * What people tell an account by, for a notification: it is the text of whoever entered the account, so one that an e-mail
 * would show as an address, or that fills it, is left out.
 */
export function hintForNotification(hint: string): string | null {
  return hint.length > MAX_HINT || withoutAddresses(hint) !== hint ? null : hint;
}

/** A key's label is the text of whoever has a key: what an e-mail would show as an address is taken apart, and it is cut. */
export const labelForNotification = (label: string): string => withoutAddresses(label).slice(0, MAX_LABEL);

const withoutAddresses = (text: string): string => text.replaceAll(ADDRESS_SIGNS, " ");

type Current = {
  seen: SeenAccount;
  listed: ListedAccount;
  /** Whether the operator has an account at the vendor, which takes payments where no own one is in use. */
  hasService: boolean;
};

/** The accounts of all vendors, with what is remembered of each. */
export function currentAccounts({ vendors }: OpsResult<"gateways.accounts">): Current[] {
  return vendors.flatMap(({ gateway, environment, accounts }) =>
    accounts.map((listed) => {
      const since = listed.in_use ? (listed.used_at ?? null) : listed.retired_at;
      const seen = {
        gateway,
        account: listed.account,
        createdAt: new Date(listed.created_at),
        revision: listed.revision,
        changedAt: new Date(listed.changed_at),
        isInUse: listed.in_use,
        since: since === null ? null : new Date(since),
      };
      return { seen, listed, hasService: environment };
    }),
  );
}

/**
 * What has changed since the accounts were seen. One that was used and retired in between is named as used, too: money went
 * there. Where another account of the vendor takes over, only that one is named as what happens now: it is where the money goes.
 */
export function changedAccounts(
  before: readonly SeenAccount[],
  current: readonly Current[],
): ChangedAccount[] {
  const changes = current.flatMap(({ seen, listed, hasService }) => {
    const earlier = before.find(
      ({ gateway, account, createdAt }) =>
        gateway === seen.gateway && account === seen.account && +createdAt === +seen.createdAt,
    );
    return kindsOf(earlier, seen, listed.used_at ?? null).map((change) => ({
      change,
      seen,
      hint: listed.hint,
      isOver: change === "used" && !seen.isInUse,
      toService: change === "retired" && hasService,
      ...authorOf(change, listed),
    }));
  });
  const takenOver = new Set(
    changes
      .filter(({ change, isOver }) => change === "added" || (change === "used" && !isOver))
      .map(({ seen }) => seen.gateway),
  );
  return changes.filter(({ change, seen }) => change !== "retired" || !takenOver.has(seen.gateway));
}

function kindsOf(earlier: SeenAccount | undefined, now: SeenAccount, usedAt: string | null): AccountChange[] {
  // Its first credentials may already be replaced, by somebody else than who entered it.
  if (earlier === undefined)
    return [
      now.isInUse ? "added" : "saved",
      ...(!now.isInUse && usedAt !== null ? ["used" as const] : []),
      ...(now.changedAt !== null && +now.changedAt > +now.createdAt ? ["credentials" as const] : []),
    ];
  const isMoved =
    earlier.isInUse !== now.isInUse ||
    (earlier.since !== null && now.since !== null && +earlier.since !== +now.since);
  // What is out of use is taken out of it only after it was used again.
  const wasUsed = isMoved && !earlier.isInUse && !now.isInUse;
  return [
    ...(wasUsed ? ["used" as const] : []),
    ...(isMoved ? [now.isInUse ? ("used" as const) : ("retired" as const)] : []),
    ...(hasNewCredentials(earlier, now) ? ["credentials" as const] : []),
  ];
}

/** Being taken out of use changes the revision, too. */
function hasNewCredentials(earlier: SeenAccount, now: SeenAccount): boolean {
  if (earlier.revision === now.revision) return false;
  return earlier.changedAt === null || now.changedAt === null || +earlier.changedAt !== +now.changedAt;
}

function authorOf(
  change: AccountChange,
  listed: ListedAccount,
): { author: string | null; keyId: string | null } {
  switch (change) {
    case "used":
      return { author: listed.used_by ?? null, keyId: listed.used_key ?? null };
    case "retired":
      return { author: listed.retired_by ?? null, keyId: listed.retired_key ?? null };
    case "added":
      // Who put it in use decided where the money goes; an older service records neither.
      return {
        author: listed.used_by ?? listed.created_by,
        keyId: listed.used_key ?? listed.changed_key ?? null,
      };
    case "saved":
      return { author: listed.created_by, keyId: listed.changed_key ?? null };
    case "credentials":
      return { author: listed.changed_by, keyId: listed.changed_key ?? null };
  }
}
