import type { ServiceError } from "@/lib/service-error";
import { newestPayments } from "../../refunds/store";
import { serviceErrorOf } from "../../routing-client/answer";
import type { Services } from "../../runtime";

type Asked = Pick<Services, "routing" | "pool">;
type KnownPayment = { reference: string; transactionId: string };

/** Other payments that are asked for, one after the other, when the service does not have the one of the refund. */
const EVIDENCE = 3;

/**
 * Asks the service for the payment of a refund: null when it answers with that payment. A service that does not, even if
 * it has another payment of the same reference, may be asked with the key of another merchant: that it lists no refund of the
 * payment then means nothing. Only when it has another payment that was refunded here is this one gone there.
 */
export async function troubleWithPayment(
  { routing, pool }: Asked,
  payment: KnownPayment,
): Promise<ServiceError | null> {
  const isThere = await hasPayment(routing, payment);
  if (typeof isThere !== "boolean") return isThere;
  if (isThere) return null;
  const others = await newestPayments(pool, routing.serviceAddress, EVIDENCE + 1);
  for (const other of others.filter(({ transactionId }) => transactionId !== payment.transactionId))
    if ((await hasPayment(routing, other)) === true) return null;
  return { kind: "unavailable" };
}

async function hasPayment(
  routing: Asked["routing"],
  { reference, transactionId }: KnownPayment,
): Promise<boolean | ServiceError> {
  const answer = await routing.transactionStatus(reference);
  if (answer.kind === "answered") return answer.value.some(({ transaction_id: id }) => id === transactionId);
  return answer.kind === "refused" && answer.refusal.kind === "not_found" ? false : serviceErrorOf(answer);
}
