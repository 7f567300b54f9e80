import type { NotificationDetails } from "@/lib/notifications/details";
import { inTransaction } from "@/server/platform/transaction";
import { listAccountRecords } from "../../audit/store";
import { presentKey } from "../../keys/domain";
import { notify } from "../../notifications/store";
import { findNames } from "../../people/store";
import type { Services } from "../../runtime";
import {
  type ChangedAccount,
  changedAccounts,
  currentAccounts,
  hintForNotification,
  labelForNotification,
  type SeenAccount,
} from "../domain/account-changes";
import { whoMadeIt } from "../domain/made-here";
import { endAccountRequest, listOpenRequests } from "../store/account-requests";
import { findAccountWatch, saveAccountWatch } from "../store/seen-accounts";
import { endOverdueRequests, endUnansweredRequest } from "./end-overdue-requests";
import { type KeysRead, readKeys } from "../read-keys";

/** A record may be older than the look that missed its change: the call was on its way. */
const ON_THE_WAY_MS = 10 * 60_000;
/** How long a change waits for the keys, without which a colleague's would be reported as a stranger's. */
const KEYS_AWAITED_MS = 5 * 60_000;

type Detail = NotificationDetails["gateway_account_changed"];

/**
 * Notifies of accounts at vendors that were added, put in use or taken out of it, or got other credentials, whether in this
 * dashboard or by any call with a key of the merchant (0315). The first look only remembers them. Safe to repeat and to run
 * in two processes: what was seen and the notifications are one transaction.
 */
export async function watchGatewayAccounts(services: Services): Promise<void> {
  const { routing, pool, clock } = services;
  if (!(await routing.capabilities()).offers("gateways.accounts")) return;
  const before = await findAccountWatch(pool);
  const response = await routing.ops("gateways.accounts", {});
  if (response.kind !== "answered") return;
  const current = currentAccounts(response.value);
  const changes = before === null ? [] : changedAccounts(before.accounts, current);
  const at = clock.now();
  await settleConfirmed(
    services,
    current.map(({ seen }) => seen),
  );
  const keys = await keysFor(services, changes);
  // The next look sees the same changes.
  if (before !== null && !keys.isComplete && +at - +before.at < KEYS_AWAITED_MS) return;
  const details =
    before === null || changes.length === 0 ? [] : await detailsOf(services, changes, keys, before.at);
  await inTransaction(pool, async (db) => {
    const look = { turn: before?.turn ?? null, at, accounts: current.map(({ seen }) => seen) };
    if (!(await saveAccountWatch(db, look))) return;
    for (const [index, changed] of changes.entries()) {
      const detail = details[index];
      // Skip a colleague's new account: people were notified when it was sent for approval.
      if (detail === undefined || (detail.change === "saved" && detail.by !== null)) continue;
      await notify(db, {
        event: "gateway_account_changed",
        detail,
        at,
        to: "everybody_permitted",
        dedupeKey: keyOf(changed, before?.turn ?? ""),
      });
    }
  });
}

/** Longer than a call takes. */
const CALL_LIMIT_MS = 60_000;

/**
 * Requests that were confirmed and whose response was lost: the service says whether they took effect, with the
 * credentials that were requested. One that did not can be confirmed again until it expires.
 */
async function settleConfirmed(
  { pool, routing, clock }: Services,
  accounts: readonly SeenAccount[],
): Promise<void> {
  const at = clock.now();
  await endOverdueRequests(pool, at);
  for (const request of await listOpenRequests(pool, routing.serviceAddress)) {
    const { state, decidedAt, expiresAt, gateway, account, revision } = request;
    if (state !== "CONFIRMING" || decidedAt === null || +at - +decidedAt < CALL_LIMIT_MS) continue;
    const isUsed = accounts.some(
      (each) =>
        each.gateway === gateway && each.account === account && each.revision === revision && each.isInUse,
    );
    if (isUsed) await endAccountRequest(pool, request.id, "CONFIRMED");
    else if (expiresAt <= at) await endUnansweredRequest(pool, request, at);
  }
}

/** Each look is saved once, so its turn tells two changes of one kind apart. */
const keyOf = ({ change, seen }: ChangedAccount, turn: string): string =>
  `gateway_account:${change}:${seen.gateway}:${seen.account}:${seen.createdAt.toISOString()}:${turn}`;

/** Where no change has a key that signed, none is needed, and at a service that lists none there are none. */
async function keysFor({ routing }: Services, changes: readonly ChangedAccount[]): Promise<KeysRead> {
  const isNeeded = changes.some(({ keyId }) => keyId !== null);
  if (!isNeeded || !(await routing.capabilities()).offers("keys.list")) return { keys: [], isComplete: true };
  return readKeys(async (page) => {
    const listed = await routing.ops("keys.list", page);
    return listed.kind === "answered" ? listed.value : null;
  });
}

async function detailsOf(
  { pool }: Services,
  changes: readonly ChangedAccount[],
  { keys }: KeysRead,
  lookedAt: Date,
): Promise<Detail[]> {
  const records = await listAccountRecords(pool, new Date(lookedAt.getTime() - ON_THE_WAY_MS));
  const ownKeyId = keys.find((key) => key.is_caller)?.key_id ?? null;
  const makers = changes.map((changed) => whoMadeIt(changed, records, ownKeyId));
  const names = await findNames(pool, [...new Set(makers.flatMap((email) => email ?? []))]);
  return changes.map(({ change, seen, hint, keyId, isOver, toService }, index) => {
    const email = makers[index] ?? null;
    const key = keys.find((each) => each.key_id === keyId);
    return {
      gateway: seen.gateway,
      account: seen.account,
      hint: hintForNotification(hint),
      change,
      by: email === null ? null : (names.get(email) ?? email),
      key:
        email !== null || key === undefined
          ? null
          : { label: labelForNotification(key.label), start: presentKey(key).keyStart },
      ...(isOver && { isOver }),
      ...(toService && { toService }),
    };
  });
}
