import type { OpsResult } from "@/lib/contract/ops";
import type { AccountChange } from "@/lib/gateways/account-changes";

type ListedAccount = OpsResult<"gateways.accounts">["vendors"][number]["accounts"][number];

/** What the watch remembers of an account. */
export type SeenAccount = {
  gateway: string;
  account: number;
  createdAt: Date;
  revision: number;
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
};

const MAX_HINT = 40;

/**
 * What people tell an account by, for a notification: it is the text of whoever entered the account, so one that an e-mail
 * would show as an address, or that fills it, is left out.
 */
export function hintForNotification(hint: string): string | null {
  return hint.length > MAX_HINT || /[/:.@]/.test(hint) ? null : hint;
}

type Current = { seen: SeenAccount; listed: ListedAccount };

/** The accounts of all vendors, with what is remembered of each. */
export function currentAccounts({ vendors }: OpsResult<"gateways.accounts">): Current[] {
  return vendors.flatMap(({ gateway, accounts }) =>
    accounts.map((listed) => {
      const since = listed.in_use ? (listed.used_at ?? null) : listed.retired_at;
      const seen = {
        gateway,
        account: listed.account,
        createdAt: new Date(listed.created_at),
        revision: listed.revision,
        isInUse: listed.in_use,
        since: since === null ? null : new Date(since),
      };
      return { seen, listed };
    }),
  );
}

/**
 * What has changed since the accounts were seen. One that was used and retired in between counts by its last change. Where
 * another account of the vendor takes over, only that one is named: it is where the money goes.
 */
export function changedAccounts(
  before: readonly SeenAccount[],
  current: readonly Current[],
): ChangedAccount[] {
  const changes = current.flatMap(({ seen, listed }) => {
    const earlier = before.find(
      ({ gateway, account, createdAt }) =>
        gateway === seen.gateway && account === seen.account && +createdAt === +seen.createdAt,
    );
    return kindsOf(earlier, seen).map((change) => ({
      change,
      seen,
      hint: listed.hint,
      ...authorOf(change, listed),
    }));
  });
  const takenOver = new Set(
    changes.filter(({ change }) => change === "added" || change === "used").map(({ seen }) => seen.gateway),
  );
  return changes.filter(({ change, seen }) => change !== "retired" || !takenOver.has(seen.gateway));
}

function kindsOf(earlier: SeenAccount | undefined, now: SeenAccount): AccountChange[] {
  if (earlier === undefined) return [now.isInUse ? "added" : "saved"];
  const isMoved =
    earlier.isInUse !== now.isInUse ||
    (earlier.since !== null && now.since !== null && +earlier.since !== +now.since);
  return [
    ...(isMoved ? [now.isInUse ? ("used" as const) : ("retired" as const)] : []),
    ...(earlier.revision === now.revision ? [] : ["credentials" as const]),
  ];
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
    case "saved":
      return { author: listed.created_by, keyId: listed.changed_key ?? null };
    case "credentials":
      return { author: listed.changed_by, keyId: listed.changed_key ?? null };
  }
}
