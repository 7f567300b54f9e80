import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import type { TransactionRecord } from "@/lib/contract/responses";
import type { RequestRefundInput } from "@/lib/refunds/refund-form-view";
import type { CreateRequestInput } from "@/lib/requests/request-views";
import type { Ctx } from "@/server/dashboard/context";
import { createRequest } from "@/server/dashboard/requests/commands/create-request";
import { findRequest } from "@/server/dashboard/requests/queries/find-request";
import { type Harness, startHarness } from "./harness";
import { refundInput } from "./refund-input";

/** The form of a request to refund a part of a payment. */
export const requestInput = (
  payment: TransactionRecord,
  fields: Partial<CreateRequestInput> = {},
): CreateRequestInput => ({
  requestId: randomUUID(),
  reference: payment.merchant_transaction_id,
  transactionId: payment.transaction_id,
  amount: "120.25",
  reason: "Damaged",
  reasonCode: null,
  note: "The customer called",
  ...fields,
});

/** Requests a refund of a part of a payment. Returns the request's id. */
export async function requestPart(
  ctx: Ctx,
  payment: TransactionRecord,
  fields: Partial<CreateRequestInput> = {},
): Promise<string> {
  const input = requestInput(payment, fields);
  const { requestId } = input;
  expect(await createRequest(ctx, input)).toEqual({ kind: "requested", requestId });
  return requestId;
}

export async function seenRequest(ctx: Ctx, requestId: string) {
  const found = await findRequest(ctx, requestId);
  if (found === null) throw new Error("no such request");
  return found;
}

/** Its state, its refund's status, and whether it can be decided. */
export async function statusOfRequest(ctx: Ctx, requestId: string) {
  const { request } = await seenRequest(ctx, requestId);
  return [request.state, request.refund?.status ?? null, request.isUndecided];
}

/** A form that accepts a request, opened now: it names the history that it shows. */
export async function acceptanceAsSeen(
  ctx: Ctx,
  payment: TransactionRecord,
  requestId: string,
  fields: Partial<RequestRefundInput> = {},
) {
  const { events } = await seenRequest(ctx, requestId);
  return refundInput(payment, { requestId, requestSteps: events.length, ...fields });
}

/**
 * Set-up of tests about refund requests: before each, support, finance and a payment of 500.00. `current` returns them; the other
 * functions are about this payment, and look as finance.
 */
export function withRefundRequests() {
  let harness: Harness;
  let support: Ctx;
  let finance: Ctx;
  let payment: TransactionRecord;

  beforeAll(async () => {
    harness = await startHarness();
  });
  beforeEach(async () => {
    await harness.reset();
    support = await harness.ctxOf("support");
    finance = await harness.ctxOf("finance");
    payment = harness.service.addPayment({ merchant_transaction_id: "ORD-1" });
  });
  afterAll(() => harness.stop());

  return {
    current: () => ({ harness, support, finance, payment }),
    input: (fields?: Partial<CreateRequestInput>) => requestInput(payment, fields),
    made: (fields?: Partial<CreateRequestInput>) => requestPart(support, payment, fields),
    step: (requestId: string, text = "") => ({ requestId, text }),
    accept: (requestId: string, fields: Partial<RequestRefundInput> = {}) =>
      refundInput(payment, { requestId, ...fields }),
    acceptAsSeen: (requestId: string, fields?: Partial<RequestRefundInput>) =>
      acceptanceAsSeen(finance, payment, requestId, fields),
    seen: (requestId: string) => seenRequest(finance, requestId),
    statusOf: (requestId: string) => statusOfRequest(finance, requestId),
    sent: () => harness.service.callsOf("refund_initiate").length,
  };
}
