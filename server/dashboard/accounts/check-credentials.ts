import { randomUUID } from "node:crypto";
import type { Services } from "../runtime";

/**
 * Whether the service accepts what the client signs with: it is asked for a payment, which changes nothing and which every
 * service of the specification answers (specification 4.2). `known`: a payment that the merchant has. One whose answer does
 * not contain its transaction id is another merchant, who may well have a payment of the same reference: to them, refunds
 * of unknown outcome would look as if they had never been made.
 */
export async function checkCredentials(
  routing: Pick<Services["routing"], "transactionStatus">,
  known: { reference: string; transactionId: string } | null = null,
): Promise<"accepted" | "key_refused" | "no_answer" | "other_merchant"> {
  const answer = await routing.transactionStatus(known?.reference ?? `paydeck-check-${randomUUID()}`);
  if (answer.kind === "answered") {
    const isTheirs =
      known === null || answer.value.some(({ transaction_id: id }) => id === known.transactionId);
    return isTheirs ? "accepted" : "other_merchant";
  }
  if (answer.kind !== "refused") return "no_answer";
  if (answer.refusal.kind === "key_refused") return "key_refused";
  if (answer.refusal.kind !== "not_found") return "no_answer";
  return known === null ? "accepted" : "other_merchant";
}
