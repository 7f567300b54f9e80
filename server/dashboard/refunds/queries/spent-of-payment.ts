import { parseAmount } from "@/lib/money";
import type { ServiceError } from "@/lib/service-error";
import { serviceErrorOf } from "../../routing-client/answer";
import type { Services } from "../../runtime";
import { sumKnownRefunds } from "../store/known-refunds";

export type SpentOfPayment =
  | {
      kind: "read";
      /** What the service has refunded or is refunding, in paise. */
      spentPaise: bigint;
      /** How much of it has certainly gone back by refunds that are known here by their id. */
      knownPaise: bigint;
    }
  | { kind: "trouble"; trouble: ServiceError };

/** The service's count of a payment's refunds against the refunds that are known here by their id. */
export async function spentOfPayment(services: Services, transactionId: string): Promise<SpentOfPayment> {
  const knownPaise = await sumKnownRefunds(services.pool, {
    serviceAddress: services.routing.serviceAddress,
    transactionId,
  });
  const answer = await services.routing.refundBalance(transactionId);
  if (answer.kind !== "answered") return { kind: "trouble", trouble: serviceErrorOf(answer) };
  const refunded = parseAmount(answer.value.refunded_amount);
  const inProgress = parseAmount(answer.value.in_progress_amount);
  if (!refunded.ok || !inProgress.ok) throw new Error("an amount that passed its schema is not an amount");
  return { kind: "read", spentPaise: refunded.value + inProgress.value, knownPaise };
}
