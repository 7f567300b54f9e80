import { type Permission, roleAllows } from "@/lib/can";
import { formatPaise } from "@/lib/money";
import { parseUuid } from "@/lib/parse";
import type { RefundFormRequest, WaitingRequest } from "@/lib/requests/request-state";
import type { ApprovalLimitView, RefundFormView } from "@/lib/refunds/refund-form-view";
import type { ContactView } from "@/lib/payments/contact-view";
import { areRefundsHeld } from "@/server/platform/refund-hold";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { maskContact } from "@/lib/payments/mask-contact";
import type { RefundLimit } from "../domain/may-refund";
import { presentBalance } from "../domain/refund-balance";
import { isOpen, presentIntent } from "../domain/refund-intent";
import { readReasonRules } from "../../reasons/store";
import { listIntentsOfPayment } from "../store/refund-intents";
import { isUndecided, presentClosed, presentOpen, presentWaiting } from "../../requests/domain";
import { findRequest, findUndecidedRequest } from "../../requests/store";
import { readBalance } from "./read-balance";
import { readFailedRefund } from "./read-failed-refund";
import { presentOwnLimit, readOwnLimit } from "./read-own-limit";
import { readRefundLimit } from "./read-refund-limit";

type RefundTarget = {
  reference: string;
  transactionId: string;
  /** The failed refund to refund again: see {@link readFailedRefund}. */
  again?: string | null;
  /** The refund request to accept. */
  requestId?: string | null;
};

/** Who makes, records or approves refunds of a payment sees what is left of it and which request waits. */
const READERS: readonly Permission[] = ["refund_payment", "record_manual_refund", "approve_refund"];

/**
 * The view of the dialogs of refunds and manual refunds, and of an approval. Read without a lock: the refund itself checks
 * again.
 */
export async function refundForm(ctx: Ctx, target: RefundTarget): Promise<RefundFormView> {
  const subject = { kind: "payment", id: target.transactionId } as const;
  const isReader = READERS.some((permission) => roleAllows(ctx.actor.role, permission));
  if (!isReader && !(await authorize(ctx, "refund_payment", subject))) return { kind: "forbidden" };

  const again = target.again ?? null;
  const requestId = target.requestId ?? null;
  const [reading, customer, failed, request, waitingRequest] = await Promise.all([
    readBalance(ctx, target, requestId === null ? null : parseUuid(requestId)),
    readCustomer(ctx, target.transactionId),
    again === null ? null : readFailedRefund(ctx, target.transactionId, again),
    requestId === null ? null : readRequest(ctx, target, requestId),
    requestId === null ? readWaitingRequest(ctx, target) : null,
  ]);
  if (reading.kind !== "ready") return reading;
  const now = ctx.clock.now();
  const payment = { transactionId: target.transactionId, currency: reading.currency };
  const person = { id: ctx.actor.userId, role: ctx.actor.role };
  const [isOnHold, intents, limit, own, rules] = await Promise.all([
    areRefundsHeld(ctx.pool),
    listIntentsOfPayment(ctx.pool, target.transactionId),
    readRefundLimit(ctx.pool, ctx.actor, payment, now),
    readOwnLimit(ctx.pool, person, payment),
    readReasonRules(ctx.pool),
  ]);
  const open = intents.find(isOpen);
  return {
    kind: "ready",
    isOnHold,
    currency: reading.currency,
    balance: presentBalance(reading.balance),
    alert: reading.alert,
    approvalLimit: limit === null ? null : presentLimit(limit),
    ownLimit: own === null ? null : presentOwnLimit(own),
    ...rules,
    customer,
    blockedBy: open === undefined ? null : presentIntent(open),
    again: failed,
    request,
    waitingRequest,
    checkedAt: now.toISOString(),
  };
}

/** The request as the form begins with it, if it waits for another person's decision. */
async function readRequest(ctx: Ctx, target: RefundTarget, requestId: string): Promise<RefundFormRequest> {
  const id = parseUuid(requestId);
  const request = id === null ? null : await findRequest(ctx.pool, id);
  const isOfPayment =
    request !== null &&
    request.serviceAddress === ctx.routing.serviceAddress &&
    request.transactionId === target.transactionId &&
    request.reference === target.reference;
  if (!isOfPayment) return { kind: "not_found" };
  if (request.requestedById === ctx.actor.userId) return { kind: "own" };
  if (!isUndecided(request, ctx.clock.now())) return presentClosed(request);
  return presentOpen(request);
}

/** The request that waits beside the refund: a person says whether it fulfils it. */
async function readWaitingRequest(ctx: Ctx, { transactionId }: RefundTarget): Promise<WaitingRequest | null> {
  const { serviceAddress } = ctx.routing;
  const request = await findUndecidedRequest(ctx.pool, { serviceAddress, transactionId }, ctx.clock.now());
  return request === null ? null : presentWaiting(request, ctx.actor.userId);
}

function presentLimit({ limit, countedPaise }: RefundLimit): ApprovalLimitView {
  const { thresholdPaise } = limit;
  return {
    threshold: thresholdPaise === null ? null : formatPaise(thresholdPaise),
    counted: formatPaise(countedPaise),
  };
}

/** Only shows who receives the money: a refund never waits for it or depends on it. */
async function readCustomer(ctx: Ctx, transactionId: string): Promise<ContactView | null> {
  if (!(await ctx.routing.capabilities()).offers("payments.get")) return null;
  const response = await ctx.routing.ops("payments.get", { transaction_id: transactionId });
  if (response.kind !== "answered") return null;
  const { email, phone, name } = response.value.customer;
  return maskContact({ email, phone, name });
}
