import { randomUUID } from "node:crypto";
import type { Services } from "../runtime";

/**
 * Whether the service accepts what the client signs with: it is asked for a payment, which changes nothing and which every
 * service of the specification answers (specification 4.2). `reference`: of a payment that the merchant has. One who does
 * not know it is another merchant: to them, refunds of unknown outcome would look as if they had never been made.
 */
export async function checkCredentials(
  routing: Pick<Services["routing"], "transactionStatus">,
  reference: string | null = null,
): Promise<"accepted" | "key_refused" | "no_answer" | "other_merchant"> {
  const answer = await routing.transactionStatus(reference ?? `paydeck-check-${randomUUID()}`);
  if (answer.kind === "answered") return "accepted";
  if (answer.kind !== "refused") return "no_answer";
  if (answer.refusal.kind === "key_refused") return "key_refused";
  if (answer.refusal.kind !== "not_found") return "no_answer";
  return reference === null ? "accepted" : "other_merchant";
}
