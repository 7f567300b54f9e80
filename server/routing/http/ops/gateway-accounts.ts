import type {
  GATEWAY_ACCOUNT_OPERATIONS,
  GatewayAccountView,
  VendorCredentials,
} from "@/lib/contract/ops/gateway-accounts";
import { type AccountAuthor, MAX_ACCOUNTS } from "../../domain/gateways/gateway-account";
import { keyInShort } from "../../domain/keys/api-key";
import { addAccount } from "../../usecases/gateways/add-account";
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
    switch (added.error.kind) {
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
        return refuseCredentials(credentials, added.error);
    }
  },

  "gateways.update_account": async (deps, caller, input) => {
    const { credentials } = input;
    const updated = await updateAccount(deps, caller.merchantId, {
      account: input.account,
      revision: input.revision,
      credentials,
      savesDespite: input.save_anyway,
      author: authorOf(caller, input.created_by),
    });
    if (updated.ok) return { status: 200, body: { account: await presentOne(deps, updated.value) } };
    switch (updated.error.kind) {
      case "account_not_found":
        return accountNotFound();
      case "changed_meanwhile":
        return changedMeanwhile();
      case "refused":
      case "unreachable":
      case "other_account":
      case "same_account":
        return refuseCredentials(credentials, updated.error);
    }
  },

  "gateways.use_account": async (deps, caller, { gateway, account, replaces, created_by: name }) => {
    const author = authorOf(caller, name);
    const used = await useAccount(deps, caller.merchantId, { gateway, account, replaces, author });
    if (used.ok) {
      const body = { account: used.value === null ? null : await presentOne(deps, used.value) };
      return { status: 200, body };
    }
    switch (used.error.kind) {
      case "account_not_found":
        return accountNotFound();
      case "changed_meanwhile":
        return changedMeanwhile();
    }
  },
};

/** What the caller says of itself, and the key that signed, which it cannot choose. */
function authorOf({ apiKey, keyId }: OpsCaller, name: string | null | undefined): AccountAuthor {
  return { name: name ?? keyInShort(apiKey), keyId };
}

const VENDOR_NAMES = { stripe: "Stripe", razorpay: "Razorpay", adyen: "Adyen", paypal: "PayPal" } as const;

/** The field that a refusal of the vendor's is shown at. */
const KEY_FIELDS = {
  stripe: "secret_key",
  razorpay: "key_secret",
  adyen: "api_key",
  paypal: "client_secret",
} as const;

function refuseCredentials({ gateway }: VendorCredentials, problem: CredentialProblem): OpsRefusal {
  const vendor = VENDOR_NAMES[gateway];
  const refuse = (field: string, text: string): OpsRefusal => refuseOpsFields([{ field, text }]);
  switch (problem.kind) {
    case "refused": {
      const why =
        problem.status === 401
          ? `${vendor} does not accept these credentials.`
          : `${vendor} accepts the key, but not for payments of this account: it lacks a right.`;
      return refuse(`credentials.${KEY_FIELDS[gateway]}`, `${why} Nothing was saved.`);
    }
    case "unreachable":
      return refuse(
        `save_anyway.${problem.kind}`,
        `${vendor} could not be reached, so nobody knows whether these credentials are right. Nothing was saved.`,
      );
    case "other_account":
      return refuse(
        `save_anyway.${problem.kind}`,
        `With these credentials ${vendor} does not know payment ${problem.paymentId}: they are of another account. With them, earlier payments could not be refunded. Nothing was saved.`,
      );
    case "same_account":
      return refuse(
        `save_anyway.${problem.kind}`,
        `With these credentials ${vendor} knows payment ${problem.paymentId} of account ${problem.account}: they are of that same account. As another account, earlier payments would keep its old credentials. Nothing was saved.`,
      );
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
