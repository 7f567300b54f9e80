import { UnreadableSecretError } from "../../domain/keys/unreadable-secret";
import type { Gateway, Gateways } from "../../gateway/port";
import { type AccountInUse, accountsInUse } from "../../store/gateways/gateway-accounts";
import { type GatewayHealth, listGatewayHealth } from "../../store/gateways/gateway-health";
import type { Db } from "@/server/platform/pool";
import type { Deps } from "../deps";

type GatewayDeps = Pick<Deps, "gateways" | "ownGateways" | "reads" | "saltBox">;

/** Where a record's money is: at a gateway, in the account in which the payment's checkout was opened. */
export type Place = { merchantId: number; gateway: string; gatewayAccount: number | null };

/** The gateway of a payment, refund or reversal; undefined for one that is not configured. */
export async function gatewayOf(deps: GatewayDeps, place: Place): Promise<Gateway | undefined> {
  const { merchantId, gateway, gatewayAccount: account } = place;
  if (account === null) return deps.gateways.get(gateway);
  return (await deps.ownGateways.find(deps, { merchantId, gateway, account })) ?? undefined;
}

/** Throws when the record names a gateway that this process does not have. */
export async function requireGatewayOf(deps: GatewayDeps, place: Place): Promise<Gateway> {
  const gateway = await gatewayOf(deps, place);
  if (gateway === undefined) throw new Error(`gateway "${place.gateway}" is not configured`);
  return gateway;
}

/** Whether a call to its gateway is possible; true also when the credentials do not open, which the call then tells. */
export async function isConfigured(deps: GatewayDeps, place: Place): Promise<boolean> {
  return (await gatewayOf(deps, place).catch(() => null)) !== undefined;
}

/** What decides which gateways take a merchant's new payments; read at one moment, in one round trip. */
export type GatewayState = {
  healthOf: ReadonlyMap<string, GatewayHealth>;
  /** The merchant's own accounts, by gateway. */
  own: ReadonlyMap<string, AccountInUse>;
};

export async function readGatewayState(db: Db, merchantId: number): Promise<GatewayState> {
  const [healthOf, own] = await Promise.all([
    listGatewayHealth(db, merchantId),
    accountsInUse(db, merchantId),
  ]);
  return { healthOf, own };
}

/** A gateway for a merchant's new payments. */
export type UsableGateway = {
  gateway: Gateway;
  /** The merchant's own account; null for the environment's. */
  account: number | null;
  /** The name of its circuit. A merchant's own accounts fail alone: its revoked key must not stop all others. */
  circuit: string;
};

/** Undefined for a gateway that this process does not have, or whose credentials do not open. */
export async function usableGateway(
  deps: GatewayDeps & Pick<Deps, "logger">,
  merchantId: number,
  own: GatewayState["own"],
  name: string,
): Promise<UsableGateway | undefined> {
  const inUse = own.get(name);
  if (inUse === undefined) {
    const gateway = deps.gateways.get(name);
    return gateway === undefined ? undefined : { gateway, account: null, circuit: name };
  }
  const { account, revision } = inUse;
  try {
    const gateway = await deps.ownGateways.find(deps, { merchantId, gateway: name, account }, revision);
    return gateway === null ? undefined : { gateway, account, circuit: ownCircuit(name, merchantId) };
  } catch (error) {
    // Never the environment's account instead: the money would be another's.
    if (!(error instanceof UnreadableSecretError)) throw error;
    deps.logger.error({ err: error, merchantId, gateway: name }, "a merchant's credentials do not open");
    return undefined;
  }
}

/** Every gateway for the merchant's new payments, by name. */
export async function usableGateways(
  deps: GatewayDeps & Pick<Deps, "logger">,
  merchantId: number,
  own: GatewayState["own"],
): Promise<ReadonlyMap<string, UsableGateway>> {
  const usable = new Map<string, UsableGateway>();
  for (const name of new Set([...deps.gateways.keys(), ...own.keys()])) {
    const found = await usableGateway(deps, merchantId, own, name);
    if (found !== undefined) usable.set(name, found);
  }
  return usable;
}

/** Leaves the accounts out, for what only checks names and capabilities. */
export async function gatewaysFor(
  deps: GatewayDeps & Pick<Deps, "logger" | "pool">,
  merchantId: number,
): Promise<Gateways> {
  const usable = await usableGateways(deps, merchantId, await accountsInUse(deps.pool, merchantId));
  return new Map([...usable].map(([name, { gateway }]) => [name, gateway]));
}

/** Gateways' names have no "@". */
export function ownCircuit(gateway: string, merchantId: number): string {
  return `${gateway}@${merchantId}`;
}
