import { createHash, randomUUID } from "node:crypto";
import { E2E } from "../../server/checks/e2e-stack";

/**
 * What a merchant's own shop would run, from the specification alone: it knows the service's address, its key and its
 * salt, and nothing of this repository.
 */
const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

async function call<T>(path: string, body: object, hashed: string[]): Promise<T> {
  const response = await fetch(E2E.routingUrl + path, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "X-API-Key": E2E.apiKey,
      Hash: sha256([E2E.apiKey, ...hashed, E2E.apiSalt].join("|")),
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

export type CreatedPayment = {
  payment_link: string;
  transaction_id: string;
  merchant_transaction_id: string;
};

export function createPayment(amount: string, fields: Record<string, unknown> = {}): Promise<CreatedPayment> {
  const reference = `ORDER-${randomUUID()}`;
  const body = {
    merchant_transaction_id: reference,
    transaction_amount: amount,
    customer_details: { customer_email: "customer@example.com", customer_phone: "9876543210" },
    ...fields,
  };
  return call("/v1/route/initiate_payment", body, [String(body.merchant_transaction_id), amount]);
}

export type TransactionRecord = { transaction_id: string; transaction_status: string; udf1: string | null };

export function transactionStatus(reference: string): Promise<TransactionRecord[]> {
  return call("/v1/route/transaction-status", { merchant_transaction_id: reference }, [reference]);
}

/** A refund that nobody asked for in the dashboard. */
export function refundElsewhere(transactionId: string, amount: string): Promise<{ refund_id: string }> {
  const body = { transaction_id: transactionId, refund_amount: amount };
  return call("/v1/route/refund-initiate/", body, [transactionId, amount]);
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
