import { randomUUID } from "node:crypto";
import type { Services } from "../runtime";

/**
 * Whether the service accepts what the client signs with: it is asked for a payment that does not exist, which changes
 * nothing and which every service of the specification answers (specification 4.2).
 */
export async function checkCredentials(
  routing: Pick<Services["routing"], "transactionStatus">,
): Promise<"accepted" | "key_refused" | "no_answer"> {
  const answer = await routing.transactionStatus(`paydeck-check-${randomUUID()}`);
  if (answer.kind === "answered") return "accepted";
  if (answer.kind !== "refused") return "no_answer";
  if (answer.refusal.kind === "key_refused") return "key_refused";
  return answer.refusal.kind === "not_found" ? "accepted" : "no_answer";
}
