import type { AccountChange } from "@/lib/gateways/account-changes";
import type { ChangedAccount } from "./account-changes";

/** A record of this dashboard's audit log about an account at a vendor. */
export type AccountRecord = {
  action: string;
  requestId: string | null;
  actorEmail: string;
  gateway: string;
  detail: Readonly<Record<string, unknown>>;
};

/** The actions at the service that make a change, by their name in the audit log. */
const MADE_BY: Record<AccountChange, readonly string[]> = {
  // First seen when it was already in use.
  added: ["gateway_account_add", "gateway_account_use"],
  saved: ["gateway_account_add"],
  used: ["gateway_account_use"],
  retired: ["gateway_account_use"],
  credentials: ["gateway_account_update"],
};

/**
 * The e-mail of the person who made a change in this dashboard; null when nobody did. Anybody with a key can give a
 * colleague's name as the author, so it has to be in the own audit log: requested, and not known to have come to
 * nothing. A lost response, or one that comes right now, has no outcome there yet. `ownKeyId`: the key that this dashboard
 * signs with; null when it is not known, and then nobody made what a key has signed.
 */
export function whoMadeIt(
  changed: ChangedAccount,
  records: readonly AccountRecord[],
  ownKeyId: string | null,
): string | null {
  if (changed.keyId !== null && changed.keyId !== ownKeyId) return null;
  const actions = MADE_BY[changed.change];
  const found = records.find(
    (record) =>
      actions.some((action) => record.action === `${action}_requested`) &&
      record.gateway === changed.seen.gateway &&
      (changed.author === null || record.actorEmail === changed.author) &&
      isAbout(changed, record) &&
      !records.some(
        ({ requestId, action }) => requestId === record.requestId && /_(refused|not_sent)$/.test(action),
      ),
  );
  return found?.actorEmail ?? null;
}

/** A new account has no number yet when it is requested. */
function isAbout({ change, seen }: ChangedAccount, { action, detail }: AccountRecord): boolean {
  switch (change) {
    case "added":
      return action.startsWith("gateway_account_add_") || detail.gatewayAccount === seen.account;
    case "saved":
      return true;
    case "used":
    case "credentials":
      return detail.gatewayAccount === seen.account;
    case "retired":
      return detail.replaces === seen.account;
  }
}
