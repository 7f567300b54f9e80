import { setTimeout as sleep } from "node:timers/promises";
import { type Called, createPaydeckClient, type PaydeckClient } from "@/lib/client";
import type { ProofService } from "./service";

/** A merchant's shop, as a client of a service: the client of docs/client.md. */
export function merchantOf(
  service: Pick<ProofService, "apiKey" | "salt"> & { baseUrl: string },
  timeoutMs = 15_000,
): PaydeckClient {
  return createPaydeckClient({
    baseUrl: service.baseUrl,
    apiKey: service.apiKey,
    salt: service.salt,
    timeoutMs,
  });
}

/** The same shop with several processes of a service, as behind a load balancer. */
export function merchantOfAll(
  service: Pick<ProofService, "apiKey" | "salt"> & { addresses: readonly string[] },
  timeoutMs: number,
): PaydeckClient {
  const clients = service.addresses.map((baseUrl) => merchantOf({ ...service, baseUrl }, timeoutMs));
  const [first] = clients;
  if (first === undefined) throw new Error("a service has at least one address");
  let calls = 0;
  return new Proxy(first, {
    get(_target, name, receiver) {
      calls += 1;
      return Reflect.get(clients[calls % clients.length] ?? first, name, receiver) as unknown;
    },
  });
}

/** For calls without injected failures: anything but a response is a fault of the proof's environment. */
export async function responseOf<T>(call: Promise<Called<T>>): Promise<T> {
  const response = await call;
  if (response.kind === "answered") return response.value;
  throw new Error(`the service did not answer: ${JSON.stringify(response)}`);
}

/** The browser's request when the customer presses a button of the checkout; returns whether the page accepted it. */
export async function chooseAtCheckout(
  link: string,
  outcome: "success" | "failure" | "drop" | "retry",
): Promise<boolean> {
  const response = await fetch(link, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ outcome }).toString(),
    redirect: "manual",
  });
  await response.arrayBuffer();
  return response.status === 303;
}

const MAX_PRESSES = 10;
const PRESS_AGAIN_MS = 1_000;

/** A payment that the customer has paid. */
export async function createPaidPayment(
  merchant: PaydeckClient,
  payment: { reference: string; amount: string },
): Promise<{ transactionId: string; reference: string }> {
  const created = await responseOf(
    merchant.initiatePayment({
      merchant_transaction_id: payment.reference,
      transaction_amount: payment.amount,
      customer_details: { customer_email: "customer@example.com" },
    }),
  );
  if (!created.success) throw new Error(`no gateway opened a checkout: ${created.message}`);
  // A customer who meets "busy" presses again; a payment is charged once however often they do.
  for (let tries = 1; !(await chooseAtCheckout(created.payment_link, "success")); tries += 1) {
    const [record] = await responseOf(merchant.transactionStatus(payment.reference));
    if (record?.transaction_status === "SUCCESS") break;
    if (tries === MAX_PRESSES) throw new Error("the payment was not paid");
    await sleep(PRESS_AGAIN_MS);
  }
  return { transactionId: created.transaction_id, reference: payment.reference };
}
