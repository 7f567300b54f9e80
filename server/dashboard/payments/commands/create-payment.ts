import { formatPaise, parseAmount } from "@/lib/money";
import type { FieldProblems, NewPaymentOutcome, ExistingPayment } from "@/lib/payments/new-payment-view";
import { NEW_PAYMENT_FIELDS } from "@/lib/payments/new-payment-view";
import { recordAudit } from "../../audit/store";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { presentPayments } from "../domain/payment";
import { presentLink } from "../../qr-code";
import { readRecords } from "../queries/read-records";
import { type CallResult, type FieldFault, refusalError } from "../../routing-client/call-result";
import type { InitiatedPayment, InitiatePaymentRequest } from "../../routing-client/client";
import { fieldOf, problemsOf, readCreateInput, requestOf } from "./new-payment-request";
import { rememberCreation } from "./remember-creation";
import { shareCreation } from "./share-creation";
import { storeCreation } from "./store-creation";

/** How the service says that a reference exists (specification 7). */
const ALREADY_EXISTS = "Already exists";

/**
 * Creates a payment. One form has one `Idempotency-Key`, so the service creates one payment however often the form is
 * sent (decision 0005); a service without keys relies on the unique reference. The request is in the audit log before
 * the call, and the outcome after it. The log names no customer.
 */
export async function createPayment(ctx: Ctx, input: unknown): Promise<NewPaymentOutcome> {
  const read = readCreateInput(input);
  const subject = { kind: "payment_creation", id: read?.intentId ?? "" } as const;
  if (!(await authorize(ctx, "create_payment", subject))) return { kind: "forbidden" };
  if (read === null) return { kind: "invalid", problems: {}, others: [] };

  const request = requestOf(read.entry);
  const problems = problemsOf(request);
  if (problems !== null) return { kind: "invalid", problems, others: [] };

  const sent = { intentId: read.intentId, request, wasUnknown: read.wasUnknown };
  return shareCreation(ctx, sent, () => send(ctx, sent));
}

type Sent = { intentId: string; request: InitiatePaymentRequest; wasUnknown: boolean };

async function send(ctx: Ctx, sent: Sent): Promise<NewPaymentOutcome> {
  const { intentId, request } = sent;
  await recordAudit(ctx.pool, {
    at: ctx.clock.now(),
    actor: ctx.actor,
    action: "payment_create_requested",
    subject: { kind: "payment_creation", id: intentId },
    detail: {
      reference: request.merchant_transaction_id,
      amount: request.transaction_amount,
      currency: request.currency ?? null,
    },
    requestId: ctx.requestId,
  });
  const askedAt = ctx.clock.now();
  const outcome = await evaluate(ctx, sent, await ctx.routing.initiatePayment(request, intentId));
  await storeCreation(ctx, { intentId, reference: request.merchant_transaction_id, outcome });
  await rememberCreation(ctx, request, outcome, askedAt);
  return outcome;
}

async function evaluate(
  ctx: Ctx,
  sent: Sent,
  response: CallResult<InitiatedPayment>,
): Promise<NewPaymentOutcome> {
  const reference = sent.request.merchant_transaction_id;
  const unknown = async (): Promise<NewPaymentOutcome> => ({
    kind: "unknown",
    reference,
    existing: await findExisting(ctx, reference),
  });
  switch (response.kind) {
    case "answered":
      return presentCreated(sent.request, response.value);
    case "unknown":
      return unknown();
    // A retry that did not arrive says nothing about the first request.
    case "not_sent":
      return sent.wasUnknown ? unknown() : { kind: "not_sent", serviceError: { kind: "unavailable" } };
    case "refused": {
      const serviceError = refusalError(response.refusal);
      if (serviceError !== null) return sent.wasUnknown ? unknown() : { kind: "not_sent", serviceError };
      if (!("message" in response.refusal)) return { kind: "refused", message: "" };
      const { refusal } = response;
      if (refusal.kind === "rejected" && refusal.status < 300) {
        return { kind: "failed", transactionId: null, reference, message: refusal.message };
      }
      const faults = "faults" in refusal ? refusal.faults : [];
      if (faults.some(isTaken)) {
        const existing = await findExisting(ctx, reference);
        return { kind: "exists", reference, existing, wasUnknown: sent.wasUnknown };
      }
      return faults.length > 0 ? atFields(faults) : { kind: "refused", message: refusal.message };
    }
  }
}

function presentCreated(request: InitiatePaymentRequest, created: InitiatedPayment): NewPaymentOutcome {
  const { transaction_id: transactionId, merchant_transaction_id: reference } = created;
  if (!created.success) return { kind: "failed", transactionId, reference, message: created.message };
  const amount = parseAmount(request.transaction_amount);
  if (!amount.ok) throw new Error("an amount was sent that is none");
  return {
    kind: "created",
    transactionId,
    reference,
    amount: formatPaise(amount.value),
    currency: request.currency?.toUpperCase() ?? "INR",
    link: presentLink(created.payment_link),
  };
}

function isTaken({ field, text }: FieldFault): boolean {
  return field === "merchant_transaction_id" && text.startsWith(ALREADY_EXISTS);
}

/** The service's list of errors, each at its field; errors without a field in the form are listed separately. */
function atFields(faults: readonly FieldFault[]): NewPaymentOutcome {
  const problems: FieldProblems = {};
  const others: string[] = [];
  for (const { field, text } of faults) {
    const path = field.split(/[.\s/[\]]+/u);
    const isKnown =
      path.includes("customer_details") || NEW_PAYMENT_FIELDS.some((name) => path.includes(name));
    if (isKnown) problems[fieldOf(path)] ??= { by: "service", words: text };
    else others.push(`${field}: ${text}`);
  }
  return { kind: "invalid", problems, others };
}

/** What the service has under the reference now: resolves a request without a response. */
async function findExisting(ctx: Ctx, reference: string): Promise<ExistingPayment> {
  const status = await readRecords(ctx, reference);
  if (status.kind === "answered") {
    const [payment] = presentPayments(status.value);
    return payment === undefined ? { kind: "not_known" } : { kind: "found", payment };
  }
  const isAbsent = status.kind === "refused" && status.refusal.kind === "not_found";
  return isAbsent ? { kind: "absent" } : { kind: "not_known" };
}
