import type { TransactionRecord } from "@/lib/contract/responses";
import type { CallResult } from "../../routing-client/call-result";
import type { Services } from "../../runtime";
import { rememberPayments } from "./remember-payments";

/** All records of a merchant reference, as the service answers; they are remembered if it cannot list them (decision 0329). */
export async function readRecords(
  services: Pick<Services, "pool" | "routing" | "logger" | "clock">,
  reference: string,
): Promise<CallResult<TransactionRecord[]>> {
  const askedAt = services.clock.now();
  const response = await services.routing.transactionStatus(reference);
  if (response.kind === "answered") await rememberPayments(services, response.value, askedAt);
  return response;
}
