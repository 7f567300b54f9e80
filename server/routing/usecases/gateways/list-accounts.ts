import { VENDORS, type Vendor } from "@/lib/contract/ops/gateway-accounts";
import type { GatewayAccount } from "../../domain/gateways/gateway-account";
import { lastPayments } from "../../store/gateways/account-payments";
import { listAccounts, notificationTag } from "../../store/gateways/gateway-accounts";
import type { Deps } from "../deps";

export type ListedAccount = GatewayAccount & {
  /** When its newest payment was created; null without payments. */
  lastPaymentAt: Date | null;
};
type VendorAccounts = {
  gateway: Vendor;
  /** Whether the environment has an account there. */
  isInEnvironment: boolean;
  notificationAddress: string;
  accounts: ListedAccount[];
};

/** The merchant's own accounts at every vendor, without their credentials. */
export async function listVendorAccounts(
  deps: Pick<Deps, "pool" | "gateways" | "publicUrl">,
  merchantId: number,
): Promise<VendorAccounts[]> {
  const [accounts, payments, tag] = await Promise.all([
    listAccounts(deps.pool, merchantId, null),
    lastPayments(deps.pool, merchantId),
    notificationTag(deps.pool, merchantId),
  ]);
  return VENDORS.map((gateway) => ({
    gateway,
    isInEnvironment: deps.gateways.has(gateway),
    notificationAddress: `${deps.publicUrl}/gateways/${gateway}/notifications/${tag}`,
    accounts: accounts
      .filter((account) => account.gateway === gateway)
      .map((account) => {
        const last = payments.find((each) => each.gateway === gateway && each.account === account.account);
        return { ...account, lastPaymentAt: last?.at ?? null };
      }),
  }));
}
