import { randomUUID } from "node:crypto";
import { type Called, createPaydeckClient, type InitiatePaymentRequest } from "../../lib/client";
import { E2E } from "../../tools/testing/e2e-stack";

/** What a merchant's own shop runs: the client of docs/client.md, with the sandbox's key and salt. */
const client = createPaydeckClient({ baseUrl: E2E.routingUrl, apiKey: E2E.apiKey, salt: E2E.apiSalt });

/** These tests need a successful response; anything else fails them with the details. */
async function responseOf<T>(call: Promise<Called<T>>): Promise<T> {
  const response = await call;
  if (response.kind === "answered") return response.value;
  throw new Error(`the service did not answer: ${JSON.stringify(response)}`);
}

export type CreatedPayment = {
  payment_link: string;
  transaction_id: string;
  merchant_transaction_id: string;
};

export async function createPayment(
  amount: string,
  fields: Partial<InitiatePaymentRequest> = {},
): Promise<CreatedPayment> {
  const created = await responseOf(
    client.initiatePayment({
      merchant_transaction_id: `ORDER-${randomUUID()}`,
      transaction_amount: amount,
      customer_details: { customer_email: "customer@example.com", customer_phone: "9876543210" },
      ...fields,
    }),
  );
  if (!created.success) throw new Error(`no gateway opened a checkout: ${created.message}`);
  return created;
}

export function transactionStatus(reference: string) {
  return responseOf(client.transactionStatus(reference));
}

/** A refund made outside the dashboard. */
export function refundOutsideDashboard(
  transactionId: string,
  amount: string,
): Promise<{ refund_id: string }> {
  return responseOf(client.initiateRefund({ transaction_id: transactionId, refund_amount: amount }));
}

/** Waits until a refund has succeeded. */
export async function refundEnded(refundId: string): Promise<void> {
  const outcome = await client.waitForRefund(refundId);
  if (outcome.kind !== "completed") throw new Error(`refund ${refundId}: ${outcome.kind}`);
}

/** What the browser sends when the customer presses a button of the checkout page. */
export async function choose(link: string, outcome: "success" | "failure" | "drop" | "retry"): Promise<void> {
  const response = await fetch(link, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ outcome }).toString(),
    redirect: "manual",
  });
  if (response.status !== 303) throw new Error(`the checkout answered ${response.status} to ${outcome}`);
}

export async function createPaidPayment(amount: string): Promise<CreatedPayment> {
  const payment = await createPayment(amount);
  await choose(payment.payment_link, "success");
  return payment;
}
