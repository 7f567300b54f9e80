import type { ClosedRequest } from "@/lib/requests/request-state";
import type { Db } from "@/server/platform/pool";
import type { Ctx } from "../../context";
import { isAsShown, isUndecided, presentClosed, type RefundRequest } from "../../requests/domain";
import { lockRequest, writeRequestStep } from "../../requests/store";
import type { RefundSubmission } from "./refund-request";

export type HeldRequest =
  /** Null: the refund accepts no request. */
  | { kind: "held"; request: RefundRequest | null }
  | { kind: "own_request" }
  | { kind: "request_closed"; request: ClosedRequest }
  | { kind: "request_missing" };

/**
 * Locks the refund request that a refund accepts (decision 0278), after the payment's ledger. Of two people who accept it at
 * once, the second waits here and sees who accepted it and with which refund. One that was accepted before can be accepted
 * again only when its refund was not made: the caller has asked the service whether it was paid late.
 */
export async function holdRequest(
  db: Db,
  ctx: Ctx,
  refund: Pick<
    RefundSubmission,
    "intentId" | "acceptsRequest" | "requestSteps" | "transactionId" | "reference"
  >,
): Promise<HeldRequest> {
  const { intentId, acceptsRequest = null, requestSteps = null, transactionId, reference } = refund;
  if (acceptsRequest === null) return { kind: "held", request: null };
  const request = await lockRequest(db, acceptsRequest);
  const now = ctx.clock.now();
  const isOfPayment =
    request !== null &&
    request.serviceAddress === ctx.routing.serviceAddress &&
    request.transactionId === transactionId &&
    request.reference === reference;
  if (!isOfPayment) return { kind: "request_missing" };
  // Also of a row that somebody else chose to fulfil it, and that the requester sends again.
  if (request.requestedById === ctx.actor.userId) return { kind: "own_request" };
  // A row that certainly was not sent, and is sent again, has accepted the request already, unless a newer one replaced
  // it.
  if (request.state === "ACCEPTED" && request.intentId === intentId && isUndecided(request, now))
    return { kind: "held", request: null };
  // Another amount, or a question: the person has not seen it.
  if (!isUndecided(request, now) || !isAsShown(request, requestSteps))
    return { kind: "request_closed", request: presentClosed(request) };
  return { kind: "held", request };
}

/**
 * Accepts the request in the transaction that has just stored the refund's intent, its approval request or a manual refund: never before,
 * and not without it. An amount that the person changed in the form is recorded as such first.
 */
export async function acceptRequest(
  db: Db,
  ctx: Ctx,
  request: RefundRequest | null,
  { intentId, amountPaise }: Pick<RefundSubmission, "intentId" | "amountPaise">,
  at: Date,
): Promise<void> {
  if (request === null) return;
  if (amountPaise !== request.amountPaise)
    await writeRequestStep(db, ctx, request, {
      kind: "amount",
      at,
      text: null,
      amountPaise,
      isPartOfAcceptance: true,
    });
  await writeRequestStep(
    db,
    ctx,
    { ...request, amountPaise },
    { kind: "accepted", at, text: null, intentId },
  );
}
