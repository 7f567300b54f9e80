import type { AccountOutcome } from "@/lib/accounts/account-views";
import { FIRST_ACCOUNT_ID } from "@/lib/accounts/account";
import type { Db } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import { type AuditAction, type AuditEntry, recordAudit } from "../../audit/store";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import type { Services } from "../../runtime";
import type { Accounts } from "../accounts";
import { checkCredentials } from "../check-credentials";
import { sealCredentials } from "../credentials";
import { pauseRunsForClosing } from "../../bulk/store";
import { newestPayments } from "../../refunds/store";
import { pauseSchedulesForClosing } from "../../scheduled-exports/store";
import { inAccount } from "../in-account";
import { findSameMerchant } from "../find-same-merchant";
import { knownAccounts, whileAdding } from "../while-adding";
import { clientFor } from "../registry";
import { scopeOf } from "../scope";
import {
  type Account,
  closeAccount,
  lockAccount,
  updateAppearance,
  updateCredentials,
} from "../store/accounts";
import {
  appearanceSchema,
  closedSchema,
  credentialsSchema,
  invalidFields,
  readAccountId,
} from "./account-input";
import { isKeyInUse } from "./is-key-in-use";

type Change =
  | Exclude<AccountOutcome, { kind: "saved" }>
  | { kind: "saved"; action: AuditAction; detail?: NonNullable<AuditEntry["detail"]> };

/** Another name or colour; the slug stays, because it is in addresses. */
export function changeAppearance(ctx: Ctx, input: unknown) {
  return onAccount(ctx, input, async (db, account): Promise<Change> => {
    const parsed = appearanceSchema.safeParse(input);
    if (!parsed.success) return { kind: "invalid", fields: invalidFields(parsed.error) };
    await updateAppearance(db, account.id, parsed.data);
    const detail = { before: shown(account), after: shown(parsed.data) };
    return { kind: "saved", action: "account_changed", detail };
  });
}

/**
 * New credentials in place of the stored ones, once the service accepts them. The old ones stay valid at the service until
 * they are revoked there, so a call that is under way with them is not lost.
 */
export async function changeCredentials(
  ctx: Ctx,
  input: unknown,
  accounts: Accounts<Services>,
): Promise<AccountOutcome> {
  const parsed = credentialsSchema.safeParse(input);
  const id = readAccountId(input);
  if (!(await mayManage(ctx, id))) return { kind: "forbidden" };
  if (!parsed.success) return { kind: "invalid", fields: invalidFields(parsed.error) };
  const { data } = parsed;
  return whileAdding(ctx.pool, () => replaceCredentials(ctx, input, data, id ?? 0, accounts));
}

/** Asked for, one after the other, until the service has one. */
const KNOWN_PAYMENTS = 3;

async function replaceCredentials(
  ctx: Ctx,
  input: unknown,
  { apiKey, salt }: { apiKey: string; salt: string },
  accountId: number,
  accounts: Accounts<Services>,
): Promise<AccountOutcome> {
  const all = await accounts.list();
  const account = all.find((each) => each.id === accountId);
  if (account?.baseUrl === undefined || account.baseUrl === null) return { kind: "not_found" };
  const { baseUrl } = account;
  const others = all.filter((each) => each.id !== account.id);
  if (isKeyInUse(ctx, others, { baseUrl, apiKey })) return { kind: "in_use" };
  const credentials = { apiKey, apiSalt: salt };
  // Not while the row is locked: the service may take long to answer.
  const client = clientFor(ctx, { baseUrl, credentials, timeoutMs: ctx.routing.timeoutMs });
  // Read from the tables alone: they are there when the stored key does not open, which is when a wrong one is likely.
  const known = await inTransaction(ctx.pool, (db) =>
    inAccount(db, scopeOf(account.id), (there) =>
      newestPayments(there, client.serviceAddress, KNOWN_PAYMENTS),
    ),
  );
  const checked = await checkCredentials(client, known);
  if (checked !== "accepted") return { kind: checked };
  const same = await findSameMerchant(client, await knownAccounts(ctx, accounts, account.id));
  if (same.kind === "found") return { kind: "same_merchant", name: same.name };
  return onAccount(ctx, input, async (db, { slug }): Promise<Change> => {
    const sealed = sealCredentials(ctx.vault, slug, credentials);
    await updateCredentials(db, account.id, sealed, ctx.clock.now());
    return { kind: "saved", action: "account_credentials_changed" };
  });
}

/**
 * Nobody can open the account any more, and no link leads to it. Its bulk runs and scheduled exports are paused, and stay so
 * when it is reopened, until a person resumes each. Its jobs go on, so that refunds that were accepted reach their end and
 * unknown outcomes become known.
 */
export function setAccountClosed(ctx: Ctx, input: unknown): Promise<AccountOutcome> {
  const given = closedSchema.safeParse(input);
  return onAccount(ctx, input, async (db, account): Promise<Change> => {
    if (account.id === FIRST_ACCOUNT_ID || !given.success) return { kind: "not_found" };
    const { isClosed } = given.data;
    const at = ctx.clock.now();
    await closeAccount(db, account.id, isClosed ? at : null);
    if (isClosed) await inAccount(db, scopeOf(account.id), (there) => pauseWork(there, ctx, at));
    return { kind: "saved", action: isClosed ? "account_closed" : "account_reopened" };
  });
}

/**
 * Pauses the account's work and records it in the account's own audit log too, by the admin of the first account who
 * closes it.
 */
async function pauseWork(db: Db, { actor, requestId }: Ctx, at: Date): Promise<void> {
  const paused = [
    ...(await pauseRunsForClosing(db)).map(
      (id) => ({ action: "bulk_paused", kind: "bulk_run", id }) as const,
    ),
    ...(await pauseSchedulesForClosing(db, at)).map(
      (id) => ({ action: "export_schedule_paused", kind: "export_schedule", id }) as const,
    ),
  ];
  for (const { action, kind, id } of paused) {
    const detail = { cause: "account_closed" };
    await recordAudit(db, { at, actor, action, subject: { kind, id }, detail, requestId });
  }
}

const shown = ({ name, colour }: Pick<Account, "name" | "colour">): string => `${name} (${colour})`;

async function mayManage(ctx: Ctx, accountId: number | null): Promise<boolean> {
  const subject = { kind: "merchant_account", id: accountId === null ? "" : String(accountId) } as const;
  return (await authorize(ctx, "manage_accounts", subject)) && ctx.account.slug === null;
}

async function onAccount(
  ctx: Ctx,
  input: unknown,
  change: (db: Db, account: Account) => Promise<Change>,
): Promise<AccountOutcome> {
  const id = readAccountId(input);
  if (!(await mayManage(ctx, id))) return { kind: "forbidden" };
  if (id === null) return { kind: "not_found" };
  const outcome = await inTransaction(ctx.pool, async (db): Promise<AccountOutcome> => {
    const account = await lockAccount(db, id);
    if (account === null) return { kind: "not_found" };
    const changed = await change(db, account);
    if (changed.kind !== "saved") return changed;
    await recordAudit(db, {
      at: ctx.clock.now(),
      actor: ctx.actor,
      action: changed.action,
      subject: { kind: "merchant_account", id: account.slug },
      ...(changed.detail === undefined ? {} : { detail: changed.detail }),
      requestId: ctx.requestId,
    });
    return { kind: "saved" };
  });
  return outcome;
}
