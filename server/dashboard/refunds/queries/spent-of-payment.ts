import { paiseOf } from "@/lib/money";
import type { ServiceError } from "@/lib/service-error";
import { serviceErrorOf } from "../../routing-client/answer";
import type { Services } from "../../runtime";
import { sumKnownRefunds } from "../store/known-refunds";

export type SpentOfPayment =
  | {
      kind: "read";
      /** What the service has refunded or has in progress, in paise. */
      spentPaise: bigint;
      /** The part of it that certainly belongs to refunds whose id the dashboard knows, in paise. */
      knownPaise: bigint;
    }
  | { kind: "trouble"; trouble: ServiceError };

/** The service's count of a payment's refunds compared with the refunds whose id the dashboard knows. */
export async function spentOfPayment(services: Services, transactionId: string): Promise<SpentOfPayment> {
  const knownPaise = await sumKnownRefunds(services.pool, {
    serviceAddress: services.routing.serviceAddress,
    transactionId,
  });
  const answer = await services.routing.refundBalance(transactionId);
  if (answer.kind !== "answered") return { kind: "trouble", trouble: serviceErrorOf(answer) };
  const { refunded_amount: refunded, in_progress_amount: inProgress } = answer.value;
  return { kind: "read", spentPaise: paiseOf(refunded) + paiseOf(inProgress), knownPaise };
}
