import { randomBytes } from "node:crypto";
import { err, ok, type Result } from "@/lib/result";
import { isAbandonedBeforeLink, type Payment, type PaymentRequest } from "../domain/payment";
import { route } from "../domain/rule";
import { paymentsOfReference } from "../store/payments";
import { activeRules } from "../store/rules";
import type { Deps } from "./deps";
import type { Remember } from "./idempotency";
import { endPayment } from "./end-payment";
import { type AttemptResult, initialiseAttempt, writeAttempt } from "./write-attempt";

export type CreatePaymentRefusal = { kind: "already_exists" } | { kind: "no_routing_rule" };
export type CreatePaymentOutcome = Result<
  { payment: Payment; paymentLink: string | null; result: AttemptResult["kind"] },
  CreatePaymentRefusal
>;

const CHECKOUT_TOKEN_BYTES = 18;

/**
 * Section 4.1: writes the record, opens a checkout at a gateway, and hands out the link. Judged in the order of D4: the
 * duplicate, then the rule. A reference can be created again only while every record of it failed before it had
 * a link (D6).
 */
export async function createPayment(
  deps: Deps,
  merchantId: number,
  request: PaymentRequest,
  remember: Remember<CreatePaymentOutcome>,
): Promise<CreatePaymentOutcome> {
  const place = await nextPlace(deps, merchantId, request.reference);
  if (place === null) return err({ kind: "already_exists" });

  const routing = route(await activeRules(deps.pool, merchantId), request);
  if (routing.matching.length === 0) return err({ kind: "no_routing_rule" });

  const payment = await writeAttempt(deps, merchantId, request, place, routing);
  if (payment === null) return err({ kind: "already_exists" });

  const result = await initialiseAttempt(deps, payment, routing, (db, settled) =>
    remember(db, outcomeOf(deps, settled)),
  );
  return outcomeOf(deps, result);
}

function outcomeOf(deps: Deps, result: AttemptResult): CreatePaymentOutcome {
  const paymentLink = result.kind === "opened" ? linkOf(deps, result.payment) : null;
  return ok({ payment: result.payment, paymentLink, result: result.kind });
}

/** Where the customer pays: one link for all attempts of a reference (D15). */
export function linkOf(deps: Deps, payment: Payment): string {
  return `${deps.publicUrl}/pay/${payment.merchantId}-${payment.checkoutToken}`;
}

/** The attempt that a new record of this reference would be; null when the reference is taken. */
async function nextPlace(
  deps: Deps,
  merchantId: number,
  reference: string,
): Promise<{ attempt: number; checkoutToken: string } | null> {
  const earlier = await paymentsOfReference(deps.pool, merchantId, reference);
  const latest = earlier[0];
  if (latest === undefined) {
    return { attempt: 1, checkoutToken: randomBytes(CHECKOUT_TOKEN_BYTES).toString("base64url") };
  }
  if (earlier.some((payment) => payment.linkIssuedAt !== null)) return null;
  if (isAbandonedBeforeLink(latest, deps.clock.now())) {
    await endPayment(deps, merchantId, latest.id, "FAILURE", "initialisation_abandoned");
  } else if (latest.status !== "FAILURE") {
    return null;
  }
  return { attempt: latest.attempt + 1, checkoutToken: latest.checkoutToken };
}
