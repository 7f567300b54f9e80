import type { VendorCredentials } from "@/lib/contract/ops/gateway-accounts";
import { areOfAnotherAccount, type GatewayAccount } from "../../domain/gateways/gateway-account";
import { type Gateway, GatewayRecordUnknown, type StoredCheckout } from "../../gateway/port";
import { withinTimeLimit } from "../../gateway/time-limit";
import { latestCheckout } from "../../store/gateways/account-payments";
import { listAccounts } from "../../store/gateways/gateway-accounts";
import type { Deps } from "../deps";

/** Why credentials are not saved. */
export type CredentialProblem =
  /** The vendor does not accept them; this cannot be overridden. */
  | { kind: "refused"; status: number }
  /** Nobody knows whether they are right. */
  | { kind: "unreachable"; message: string }
  /** They do not find this payment of the account that they are meant for. */
  | { kind: "other_account"; paymentId: string }
  /** They find a payment of this account, which they are to replace. */
  | { kind: "same_account"; account: number; paymentId: string };

const PROBE_LIMIT_MS = 5_000;

/**
 * What trying credentials found. `isProven`: the vendor has with them a checkout of the account that gets them, and something
 * that only the vendor makes shows that it is the one that was opened.
 */
type Examined = { problem: CredentialProblem | null; isProven: boolean };

/**
 * Tries credentials before they are saved (decision 0311): with a call that changes nothing at the vendor, then by looking
 * up one payment of each account. This finds the wrong one of the two choices, with which earlier payments could not be
 * refunded any more. `of`: the account that gets them; null for a further one.
 */
export async function examineCredentials(
  deps: Deps,
  merchantId: number,
  credentials: VendorCredentials,
  of: number | null,
): Promise<Examined> {
  const trial = await deps.tryCredentials(credentials);
  // An outage does not end the examination for an existing account: some problems are certain without a call.
  if (trial.kind === "refused" || (trial.kind === "unreachable" && of === null))
    return { problem: trial, isProven: false };
  const untried = trial.kind === "unreachable" ? trial : null;
  const accounts = await listAccounts(deps.pool, merchantId, credentials.gateway);
  const probed = await Promise.all(
    accounts
      .filter(({ account }) => of === null || account === of)
      .map((account) => probe(deps, account, credentials, untried)),
  );
  const same = probed.find((found) => found?.kind === "same_account") ?? null;
  if (of === null) return { problem: same, isProven: false };
  const problem = probed.find((found) => found !== null && found.kind !== "same_account") ?? null;
  return { problem, isProven: same?.isProven === true };
}

type Doubt = Exclude<CredentialProblem, { kind: "refused" | "same_account" }>;
type Probed = Doubt | (Extract<CredentialProblem, { kind: "same_account" }> & { isProven: boolean });

/**
 * Null where the account has no payment that money is or can be in: then the person knows best. `untried`: that the vendor cannot
 * be reached.
 */
async function probe(
  deps: Deps,
  compared: GatewayAccount,
  credentials: VendorCredentials,
  untried: Doubt | null,
): Promise<Probed | null> {
  const { merchantId, gateway, account } = compared;
  const known = await latestCheckout(deps.pool, compared);
  if (known === null) return untried;
  const { paymentId } = known;
  if (areOfAnotherAccount(compared, credentials)) return { kind: "other_account", paymentId };
  if (untried !== null) return untried;
  try {
    const adapter = await deps.ownGateways.open(credentials, { merchantId, account });
    const found = await withinTimeLimit(gateway, PROBE_LIMIT_MS, lookUp(adapter, known));
    if (found === "another") return { kind: "other_account", paymentId };
    return { kind: "same_account", account, paymentId, isProven: found === "same" };
  } catch (error) {
    if (error instanceof GatewayRecordUnknown) return { kind: "other_account", paymentId };
    deps.logger.warn({ err: error, merchantId, gateway }, "credentials could not be compared with a payment");
    return { kind: "unreachable", message: error instanceof Error ? error.message : "the lookup failed" };
  }
}

/** `found`: under its id alone, which proves nothing where the gateway has nothing that only the vendor makes. */
async function lookUp(adapter: Gateway, opened: StoredCheckout): Promise<"same" | "another" | "found"> {
  if (adapter.recognizesCheckout !== null)
    return (await adapter.recognizesCheckout(opened)) ? "same" : "another";
  await adapter.fetchPayment(opened.checkoutId, "look");
  return "found";
}
