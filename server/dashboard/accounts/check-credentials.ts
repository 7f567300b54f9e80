import { randomUUID } from "node:crypto";
import type { Services } from "../runtime";

type Routing = Pick<Services["routing"], "transactionStatus">;
type KnownPayment = { reference: string; transactionId: string };
type Verdict = "accepted" | "key_refused" | "no_response" | "other_merchant";

/**
 * Whether the service accepts what the client signs with: it is asked for a payment, which changes nothing and which every
 * service of the specification answers (specification 4.2). `known`: payments that the merchant has, some of which the service
 * may have deleted. One whose responses contain none of their transaction ids is another merchant, who may well have a payment of
 * the same reference: to them, refunds of unknown outcome would look as if they had never been made.
 */
export async function checkCredentials(
  routing: Routing,
  known: readonly KnownPayment[] = [],
): Promise<Verdict> {
  const [first = null, ...others] = known;
  const verdict = await askFor(routing, first);
  return verdict === "other_merchant" && others.length > 0 ? checkCredentials(routing, others) : verdict;
}

async function askFor(routing: Routing, known: KnownPayment | null): Promise<Verdict> {
  const response = await routing.transactionStatus(known?.reference ?? `paydeck-check-${randomUUID()}`);
  if (response.kind === "answered") {
    const isTheirs =
      known === null || response.value.some(({ transaction_id: id }) => id === known.transactionId);
    return isTheirs ? "accepted" : "other_merchant";
  }
  if (response.kind !== "refused") return "no_response";
  if (response.refusal.kind === "key_refused") return "key_refused";
  if (response.refusal.kind !== "not_found") return "no_response";
  return known === null ? "accepted" : "other_merchant";
}
