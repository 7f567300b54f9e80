import { type CreatePaymentOutcome, createPayment } from "../usecases/payments/create-payment";
import type { AttemptResult } from "../usecases/payments/write-attempt";
import { type HttpResponse, refuseFields } from "./response";
import { readPaymentRequest } from "./payment-request";
import type { Handler } from "./specified-endpoint";

/** Creates a payment and responds with the link to its checkout (specification 4.1). */
export const initiatePayment: Handler = async (deps, request) => {
  const parsed = readPaymentRequest(request.body, {
    reference: request.hashed("merchant_transaction_id"),
    amount: request.hashed("transaction_amount"),
  });
  if (!parsed.ok)
    return request.perform(
      (): HttpResponse => refuseFields("initiate_payment", parsed.error),
      () => Promise.resolve(null),
    );
  return request.perform(
    (outcome: CreatePaymentOutcome) => present(outcome, request.isRepeatable),
    (remember) => createPayment(deps, request.merchantId, parsed.value, remember),
  );
};

const ALREADY_EXISTS = refuseFields("initiate_payment", [
  { field: "merchant_transaction_id", text: "Already exists" },
]);
const STILL_INITIALISING: HttpResponse = {
  ...refuseFields("initiate_payment", [
    {
      field: "merchant_transaction_id",
      text: "An earlier request for it is still being initialised. Ask again in a minute.",
    },
  ]),
  status: 409,
};

/** The statuses and texts that clients rely on (specification 7), and the body of a 201 (specification 4.1). */
function present(outcome: CreatePaymentOutcome, isRepeatable: boolean): HttpResponse {
  if (outcome.ok) {
    const { payment, paymentLink } = outcome.value;
    return {
      status: 201,
      body: {
        success: paymentLink !== null,
        ...(paymentLink === null ? {} : { payment_link: paymentLink }),
        transaction_id: payment.id,
        merchant_transaction_id: payment.reference,
        message: messageOf(outcome.value.result),
      },
    };
  }
  switch (outcome.error.kind) {
    case "already_exists":
      return ALREADY_EXISTS;
    case "still_initialising":
      // A 409 is not stored: the same key creates the payment once the payment of a dead process is given up.
      return isRepeatable ? STILL_INITIALISING : ALREADY_EXISTS;
    case "no_routing_rule":
      return refuseFields("initiate_payment", [
        { field: "transaction_amount", text: "No Routing Rule found for this amount." },
      ]);
  }
}

function messageOf(result: AttemptResult["kind"]): string {
  switch (result) {
    case "opened":
      return "Payment initiated. Redirect the customer to payment_link.";
    case "gateway_failed":
      return "No gateway could open a checkout. The payment has failed; it may be created again.";
    case "gateways_skipped":
      return "Every gateway for this payment is out of service at the moment. The payment has failed; it may be created again.";
    case "changed_meanwhile":
      return "The payment was ended before its checkout was open.";
  }
}
