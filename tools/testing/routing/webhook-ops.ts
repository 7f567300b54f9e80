import type { OpsArguments, OpsName, OpsResult } from "@/lib/contract/ops";
import { OPS } from "@/lib/contract/ops";
import { eventually, type MerchantCode } from "./merchant-code";

export type WebhookOps = Extract<OpsName, `webhooks.${string}`>;
type Delivery = OpsResult<"webhooks.deliveries">["deliveries"][number];

/** Incremented, so that no two requests have one signature: some are accepted only once (decision 0021). */
let requests = 0;

/** The path of an operation, in a form that no earlier request had. */
export function freshPath(name: WebhookOps): string {
  return `${OPS[name].path}?n=${(requests += 1)}`;
}

/** Calls an operation that must succeed. */
export async function ops<N extends WebhookOps>(
  merchant: MerchantCode,
  name: N,
  body: OpsArguments<N>,
): Promise<OpsResult<N>> {
  const reply = await merchant.ops("POST", freshPath(name), body);
  if (reply.status !== 200) throw new Error(`${name} answered ${reply.status}: ${reply.text}`);
  return reply.json as OpsResult<N>;
}

/** Waits until the log of an endpoint satisfies; the newest delivery comes first. */
export function deliveriesUntil(
  merchant: MerchantCode,
  filter: OpsArguments<"webhooks.deliveries">,
  satisfied: (deliveries: Delivery[]) => boolean,
  limitMs?: number,
): Promise<Delivery[]> {
  return eventually(
    async () => (await ops(merchant, "webhooks.deliveries", filter)).deliveries,
    satisfied,
    limitMs,
  );
}

/** The webhook-id, timestamp and signature of a request, as verifiers expect them. */
export function signatureHeaders(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => [name, headers[name] ?? ""]),
  );
}
