import type { ServiceError } from "@/lib/service-error";
import { serviceErrorOf } from "../../routing-client/answer";
import type { Services } from "../../runtime";

/**
 * Asks the service for the payment of a refund: null when it answers with that payment. A service that does not, even if
 * it has another payment of the same reference, is asked with the key of another merchant: that it lists no refund of the
 * payment then means nothing.
 */
export async function troubleWithPayment(
  { routing }: Pick<Services, "routing">,
  { reference, transactionId }: { reference: string; transactionId: string },
): Promise<ServiceError | null> {
  const answer = await routing.transactionStatus(reference);
  if (answer.kind !== "answered") return serviceErrorOf(answer);
  return answer.value.some(({ transaction_id: id }) => id === transactionId) ? null : { kind: "unavailable" };
}
