import { randomUUID } from "node:crypto";
import { actionNamed, callAction, returned, Staff } from "./direct";
import { createPaidPayment, type CreatedPayment } from "./merchant";

/** A request of support to refund a part of a new payment of 90.00. */
type RefundRequest = { requestId: string; payment: CreatedPayment; reference: string };

/** Support files it by the action of the form, which is a test of refund-requests.spec.ts. */
export async function fileRequest(amount = "25.00"): Promise<RefundRequest> {
  const payment = await createPaidPayment("90.00");
  const requestId = randomUUID();
  const reference = payment.merchant_transaction_id;
  const target = { reference, transactionId: payment.transaction_id };
  const input = { requestId, ...target, amount, reason: "", reasonCode: null, note: "" };
  const response = await act("createRequestAction", input);
  if (!response.includes('"requested"')) throw new Error(`the request was answered ${response}`);
  return { requestId, payment, reference };
}

export async function withdrawRequest({ requestId }: RefundRequest): Promise<void> {
  await act("withdrawRequestAction", { requestId, text: "" });
}

async function act(name: string, input: unknown): Promise<string> {
  const staff = new Staff();
  const cookie = await staff.as("support");
  await staff.db.end();
  return returned(await callAction(actionNamed(name), cookie, { input }));
}
