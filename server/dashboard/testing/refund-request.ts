import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { TransactionRecord } from "@/lib/contract/responses";
import type { RequestRefundInput } from "@/lib/refunds/refund-form-view";
import type { CreateRequestInput } from "@/lib/requests/request-views";
import type { Ctx } from "../context";
import { createRequest } from "../requests/commands/create-request";
import { findRequest } from "../requests/queries/find-request";
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
