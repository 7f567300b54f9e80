import type {
  GATEWAY_ACCOUNT_OPERATIONS,
  GatewayAccountView,
  Vendor,
  VendorCredentials,
} from "@/lib/contract/ops/gateway-accounts";
import { type AccountAuthor, MAX_ACCOUNTS } from "../../domain/gateways/gateway-account";
import { keyInShort } from "../../domain/keys/api-key";
import { addAccount, type AddAccountRefusal } from "../../usecases/gateways/add-account";
import type { CredentialProblem } from "../../usecases/gateways/examine-credentials";
import { type ListedAccount, listVendorAccounts } from "../../usecases/gateways/list-accounts";
import { updateAccount } from "../../usecases/gateways/update-account";
import { useAccount } from "../../usecases/gateways/use-account";
import type { Deps } from "../../usecases/deps";
import { type OpsCaller, type OpsHandlers, type OpsRefusal, refuseOps, refuseOpsFields } from "./handler";

export const gatewayAccountHandlers: OpsHandlers<keyof typeof GATEWAY_ACCOUNT_OPERATIONS> = {
  "gateways.accounts": async (deps, { merchantId }) => {
    const vendors = await listVendorAccounts(deps, merchantId);
    return {
      status: 200,
      body: {
        vendors: vendors.map(({ gateway, isInEnvironment, notificationAddress, accounts }) => ({
          gateway,
          environment: isInEnvironment,
          notification_address: notificationAddress,
          accounts: accounts.map(presentAccount),
        })),
      },
    };
  },

  "gateways.add_account": async (deps, caller, input) => {
    const { credentials } = input;
    const added = await addAccount(deps, caller.merchantId, {
      credentials,
      replaces: input.replaces,
      savesDespite: input.save_anyway,
      author: authorOf(caller, input.created_by),
    });
    if (added.ok) return { status: 200, body: { account: await presentOne(deps, added.value) } };
    return refuseAccount(credentials, added.error);
  },

  "gateways.save_account": async (deps, caller, input) => {
    const { credentials } = input;
    const saved = await addAccount(deps, caller.merchantId, {
      credentials,
      replaces: "unused",
      savesDespite: input.save_anyway,
      author: authorOf(caller, input.created_by),
    });
    if (saved.ok) return { status: 200, body: { account: await presentOne(deps, saved.value) } };
    return refuseAccount(credentials, saved.error);
  },

  "gateways.update_account": async (deps, caller, input) => {
    const { credentials } = input;
    const updated = await updateAccount(deps, caller.merchantId, {
      account: input.account,
      revision: input.revision,
      credentials,
      savesDespite: input.save_anyway,
      needsProofInUse: input.proof_in_use ?? false,
      author: authorOf(caller, input.created_by),
    });
    if (updated.ok) return { status: 200, body: { account: await presentOne(deps, updated.value) } };
    switch (updated.error.kind) {
      case "account_not_found":
        return accountNotFound();
      case "changed_meanwhile":
        return changedMeanwhile();
      case "not_proven":
        return refuseUnproven(credentials, updated.error.doubt);
      case "other_signing_key":
        return refuseOpsFields([{ field: "credentials.hmac_key", text: OTHER_SIGNING_KEY }]);
      case "refused":
      case "unreachable":
      case "other_account":
      case "same_account":
        return refuseCredentials(credentials, updated.error);
    }
  },

  "gateways.use_account": async (deps, caller, { created_by: name, revision = null, ...choice }) => {
    const author = authorOf(caller, name);
    const used = await useAccount(deps, caller.merchantId, { ...choice, revision, author });
    if (used.ok) {
      const body = { account: used.value === null ? null : await presentOne(deps, used.value) };
      return { status: 200, body };
    }
    switch (used.error.kind) {
      case "account_not_found":
        return accountNotFound();
      case "changed_meanwhile":
        return changedMeanwhile();
      case "refused":
      case "unreachable":
      case "other_account":
      case "same_account":
        return refuseOpsFields([{ field: "revision", text: problemText(choice.gateway, used.error) }]);
    }
  },
};

function refuseAccount(credentials: VendorCredentials, refusal: AddAccountRefusal): OpsRefusal {
  switch (refusal.kind) {
    case "changed_meanwhile":
      return changedMeanwhile();
    case "too_many_accounts":
      return refuseOps(
        409,
        `There are ${MAX_ACCOUNTS} accounts of this vendor already. One that no payment needs is deleted a day after it was taken out of use.`,
      );
    case "refused":
    case "unreachable":
    case "other_account":
    case "same_account":
      return refuseCredentials(credentials, refusal);
  }
}

/** What the caller says of itself, and the key that signed, which it cannot choose. */
function authorOf({ apiKey, keyId }: OpsCaller, name: string | null | undefined): AccountAuthor {
  return { name: name ?? keyInShort(apiKey), keyId };
}

const VENDOR_NAMES = {
  stripe: "Stripe",
  razorpay: "Razorpay",
  adyen: "Adyen",
  paypal: "PayPal",
  cashfree: "Cashfree",
} as const;

/** The field that a refusal of the vendor's is shown at. */
const KEY_FIELDS = {
  stripe: "secret_key",
  razorpay: "key_secret",
  adyen: "api_key",
  paypal: "client_secret",
  cashfree: "client_secret",
} as const;

function refuseCredentials(credentials: VendorCredentials, problem: CredentialProblem): OpsRefusal {
  const { gateway } = credentials;
  const field =
    problem.kind === "refused" ? `credentials.${KEY_FIELDS[gateway]}` : `save_anyway.${problem.kind}`;
  return refuseOpsFields([{ field, text: `${problemText(gateway, problem)} Nothing was saved.` }]);
}

const OTHER_SIGNING_KEY =
  "This account's HMAC key decides which of its payments are paid. Nothing was saved. Save these credentials as another account; once that is in use, this one can be given its HMAC key.";

/** No doubt that a person can decide against: it is shown at the key. */
function refuseUnproven({ gateway }: VendorCredentials, doubt: CredentialProblem | null): OpsRefusal {
  const why =
    doubt === null
      ? "This account has no payment that could prove that these credentials are of the same account."
      : problemText(gateway, doubt);
  const text = `${why} Nothing was saved. Save them as another account instead.`;
  return refuseOpsFields([{ field: `credentials.${KEY_FIELDS[gateway]}`, text }]);
}

function problemText(gateway: Vendor, problem: CredentialProblem): string {
  const vendor = VENDOR_NAMES[gateway];
  switch (problem.kind) {
    case "refused":
      return problem.status === 401
        ? `${vendor} does not accept these credentials.`
        : `${vendor} accepts the key, but not for payments of this account: it lacks a right.`;
    case "unreachable":
      return `${vendor} could not be reached, so nobody knows whether these credentials are right.`;
    case "other_account":
      return `With these credentials ${vendor} does not know payment ${problem.paymentId}: they are of another account. With them, earlier payments could not be refunded.`;
    case "same_account":
      return `With these credentials ${vendor} knows payment ${problem.paymentId} of account ${problem.account}: they are of that same account. As another account, earlier payments would keep its old credentials.`;
  }
}

function accountNotFound(): OpsRefusal {
  return refuseOps(404, "Account not found.");
}

function changedMeanwhile(): OpsRefusal {
  return refuseOps(409, "The accounts of this vendor have changed meanwhile. Read them again.");
}

async function presentOne(
  deps: Deps,
  { merchantId, gateway, account }: Pick<ListedAccount, "merchantId" | "gateway" | "account">,
): Promise<GatewayAccountView> {
  const vendors = await listVendorAccounts(deps, merchantId);
  const found = vendors
    .find((vendor) => vendor.gateway === gateway)
    ?.accounts.find((each) => each.account === account);
  if (found === undefined) throw new Error(`account ${account} at ${gateway} vanished`);
  return presentAccount(found);
}

function presentAccount(account: ListedAccount): GatewayAccountView {
  return {
    account: account.account,
    revision: account.revision,
    hint: account.hint,
    live: account.isLive,
    in_use: account.retiredAt === null,
    created_at: account.createdAt.toISOString(),
    created_by: account.createdBy,
    changed_at: account.changedAt.toISOString(),
    changed_by: account.changedBy,
    changed_key: account.changedKey,
    used_at: account.usedAt?.toISOString() ?? null,
    used_by: account.usedBy,
    used_key: account.usedKey,
    retired_at: account.retiredAt?.toISOString() ?? null,
    retired_by: account.retiredBy,
    retired_key: account.retiredKey,
    last_payment_at: account.lastPaymentAt?.toISOString() ?? null,
  };
}
