import type { TransactionRecord } from "@/lib/contract/responses";
import type { Answer } from "../../routing-client/answer";
import type { Services } from "../../runtime";
import { rememberPayments } from "./remember-payments";

/** All records of a merchant reference, as the service answers; they are remembered if it cannot list them (decision 0329). */
export async function readRecords(
  services: Pick<Services, "pool" | "routing" | "logger" | "clock">,
  reference: string,
): Promise<Answer<TransactionRecord[]>> {
  const askedAt = services.clock.now();
  const answer = await services.routing.transactionStatus(reference);
  if (answer.kind === "answered") await rememberPayments(services, answer.value, askedAt);
  return answer;
}
