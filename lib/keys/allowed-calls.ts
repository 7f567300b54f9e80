import { type EndpointName, ENDPOINTS } from "../contract/endpoints";
import { OPS, type OpsName } from "../contract/ops";
import { KEY_ACCESSES, type KeyAccess } from "./key-access";

/**
 * What the holder of a key may call (0315). Lists, so that a new endpoint or operation is closed to restricted keys until it
 * is put into one. Settings are in none: rules, webhooks, keys and accounts at vendors are read with access to everything.
 */
const ENDPOINTS_OF: Record<KeyAccess, readonly EndpointName[]> = {
  all: Object.keys(ENDPOINTS) as EndpointName[],
  payments: [
    "initiate_payment",
    "transaction_status",
    "transaction_cancel",
    "refund_initiate",
    "refund_status",
  ],
  payments_without_refunds: ["initiate_payment", "transaction_status", "transaction_cancel", "refund_status"],
  read_only: ["transaction_status", "refund_status"],
};

const OPERATIONS_OF: Record<KeyAccess, readonly OpsName[]> = {
  all: (Object.keys(OPS) as OpsName[]).filter((name) => name !== "capabilities"),
  payments: [],
  payments_without_refunds: [],
  read_only: [
    "service.status",
    "payments.search",
    "payments.get",
    "payments.counts",
    "payments.declines",
    "payments.success_rates",
    "payments.kinds",
    "payments.routing_gain",
    "refunds.balance",
    "refunds.search",
    "reversals.search",
    "gateways.list",
    "gateways.fees",
    "reconciliation.runs",
    "reconciliation.run",
    "reconciliation.findings",
    "reconciliation.finding",
  ],
};

/** An access that this version does not know, because a later one wrote it, has none of them. */
export function operationsOf(access: KeyAccess): readonly OpsName[] {
  return Object.hasOwn(OPERATIONS_OF, access) ? OPERATIONS_OF[access] : [];
}

export function endpointsOf(access: KeyAccess): readonly EndpointName[] {
  return Object.hasOwn(ENDPOINTS_OF, access) ? ENDPOINTS_OF[access] : [];
}

/** Capabilities are told to every key: which operations are there for it. */
export function mayOperate(access: KeyAccess, name: OpsName): boolean {
  return name === "capabilities" || operationsOf(access).includes(name);
}

/** Which accesses include a call, to say which key to sign with instead. */
export function accessesWith(name: EndpointName | OpsName): KeyAccess[] {
  return KEY_ACCESSES.filter((access) =>
    [...endpointsOf(access), ...operationsOf(access)].some((call) => call === name),
  );
}
