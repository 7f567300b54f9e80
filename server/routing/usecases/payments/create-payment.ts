import { randomBytes } from "node:crypto";
import { err, ok, type Result } from "@/lib/result";
import { isAbandonedBeforeLink, type Payment, type PaymentRequest } from "../../domain/payments/payment";
import { isReferenceOfDeletedPayment } from "../../store/payments/old-payments";
import { checkoutAddress } from "../checkout/checkout-address";
import type { Deps } from "../deps";
import { readGatewayState } from "../gateways/gateway-of";
import { type Remember, rememberNothing } from "../idempotency";
import { endOverduePayment } from "./end-payment";
import { routeBy, rulesAndShares } from "../rules/route-payment";
import { type AttemptResult, initialiseAttempt, writeAttempt } from "./write-attempt";

export type CreatePaymentRefusal =
  | { kind: "already_exists" }
  /**
   * An earlier request has not returned its link yet: either it will, or its record is abandoned and can be created
   * again.
   */
  | { kind: "still_initialising" }
  | { kind: "no_routing_rule" };
export type CreatePaymentOutcome = Result<
  { payment: Payment; paymentLink: string | null; result: AttemptResult["kind"] },
  CreatePaymentRefusal
>;

const CHECKOUT_TOKEN_BYTES = 18;

/**
 * Writes the record, opens a checkout at a gateway and returns the link (specification 4.1). Checks for a duplicate
 * before the routing rule (decision 0026). A merchant reference can be created again only while every record of it
 * failed before it had a link (decision 0029).
 */
export async function createPayment(
  deps: Deps,
  merchantId: number,
  request: PaymentRequest,
  remember: Remember<CreatePaymentOutcome>,
): Promise<CreatePaymentOutcome> {
  const [earlier, [ruleSet, sharesOf], state] = await Promise.all([
    deps.paymentReads.ofReference(merchantId, request.reference),
    deps.reads.share(`rules ${merchantId}`, () => rulesAndShares(deps, deps.reads, merchantId)),
    deps.reads.share(`gateways ${merchantId}`, () => readGatewayState(deps.reads, merchantId)),
  ]);
  const place = await nextPlace(deps, merchantId, earlier);
  if (!place.ok) return place;

  const routing = routeBy(deps, ruleSet, sharesOf, request);
  if (routing.matching.length === 0) {
    // A deleted payment of this reference is reported before a missing rule (decision 0026); where a rule exists, the
    // INSERT checks it.
    const isDeleted = await isReferenceOfDeletedPayment(deps.pool, merchantId, request.reference);
    return err({ kind: isDeleted ? "already_exists" : "no_routing_rule" });
  }

  const written = await writeAttempt(deps, merchantId, request, place.value, routing);
  if (!written.ok) {
    return err({ kind: written.error === "reference_of_deleted" ? "already_exists" : "still_initialising" });
  }

  const rememberSettled: Remember<AttemptResult> =
    remember === rememberNothing ? rememberNothing : (db, settled) => remember(db, outcomeOf(deps, settled));
  const result = await initialiseAttempt(deps, written.value, routing, state, rememberSettled);
  return outcomeOf(deps, result);
}

function outcomeOf(deps: Deps, result: AttemptResult): CreatePaymentOutcome {
  const paymentLink = result.kind === "opened" ? checkoutAddress(deps, result.payment) : null;
  return ok({ payment: result.payment, paymentLink, result: result.kind });
}

type Place = { attempt: number; checkoutToken: string };
type ReferenceInUse = Extract<CreatePaymentRefusal, { kind: "already_exists" | "still_initialising" }>;

/** The attempt number and checkout token for a new record of a reference; `earlier`: its records, latest first. */
async function nextPlace(
  deps: Deps,
  merchantId: number,
  earlier: readonly Payment[],
): Promise<Result<Place, ReferenceInUse>> {
  const latest = earlier[0];
  if (latest === undefined) {
    return ok({ attempt: 1, checkoutToken: randomBytes(CHECKOUT_TOKEN_BYTES).toString("base64url") });
  }
  if (earlier.some((payment) => payment.linkIssuedAt !== null)) return err({ kind: "already_exists" });
  // Checked again under the record's lock, because its process may return the link at this moment.
  const current = isAbandonedBeforeLink(latest, deps.clock.now())
    ? await endOverduePayment(deps, merchantId, latest.id)
    : latest;
  if (current.linkIssuedAt !== null) return err({ kind: "already_exists" });
  if (current.status === "INITIATED") return err({ kind: "still_initialising" });
  if (current.status !== "FAILURE") return err({ kind: "already_exists" });
  return ok({ attempt: latest.attempt + 1, checkoutToken: latest.checkoutToken });
}
