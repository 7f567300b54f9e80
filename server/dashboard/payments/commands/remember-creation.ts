import type { NewPaymentOutcome } from "@/lib/payments/new-payment-view";
import { contactHash } from "../queries/contact-hashes";
import { remember, rememberPayments } from "../queries/remember-payments";
import type { Ctx } from "../../context";
import type { InitiatePaymentRequest } from "../../routing-client/client";
import { insertSeenContacts } from "../store/seen-contacts";

/**
 * Stores a payment that was created here, and by which contacts its customer is recognised: no response of the specification
 * has a contact, so a creation is the only time at which the dashboard knows it (decision 0329).
 */
export async function rememberCreation(
  ctx: Ctx,
  request: InitiatePaymentRequest,
  outcome: NewPaymentOutcome,
  askedAt: Date,
): Promise<void> {
  if ((outcome.kind !== "created" && outcome.kind !== "failed") || outcome.transactionId === null) return;
  const { transactionId, reference } = outcome;
  const { customer_email: email = "", customer_phone: phone = "" } = request.customer_details;
  const hashes = [
    ...(email === "" ? [] : [contactHash(ctx, { kind: "email", text: email })]),
    ...(phone === "" ? [] : [contactHash(ctx, { kind: "phone", text: phone })]),
  ];
  await Promise.all([
    rememberPayments(
      ctx,
      [
        {
          transaction_id: transactionId,
          merchant_transaction_id: reference,
          transaction_amount: outcome.kind === "created" ? outcome.amount : request.transaction_amount,
          transaction_status: outcome.kind === "created" ? "INITIATED" : "FAILURE",
          transaction_date_time: askedAt.toISOString(),
          gateway_transaction_id: null,
          currency: request.currency?.toUpperCase() ?? "INR",
          udf1: null,
          udf2: null,
          udf3: null,
        },
      ],
      askedAt,
    ),
    remember(ctx, () =>
      insertSeenContacts(ctx.pool, {
        serviceAddress: ctx.routing.serviceAddress,
        reference,
        hashes,
        seenAt: askedAt,
      }),
    ),
  ]);
}
