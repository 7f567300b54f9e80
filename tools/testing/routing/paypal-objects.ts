import type { VendorResponse } from "./vendor-server";

export type Money = { currency_code: string; value: string };
export type PayPalCaptureObject = {
  id: string;
  status: string;
  amount: Money;
  custom_id: string;
  orderId: string;
  processor_response?: { response_code: string };
  status_details?: { reason: string };
};
export type PayPalRefundObject = {
  id: string;
  status: string;
  amount: Money;
  custom_id: string;
  captureId: string;
};
export type PayPalOrderObject = {
  id: string;
  status: string;
  intent: string;
  custom_id: string;
  amount: Money;
  update_time: string;
  /** How the capture ends; `refuse`: PayPal declines the card, and the order stays approved. */
  captures: "COMPLETED" | "PENDING" | "DECLINED" | "refuse";
};

const NAMES: Record<number, [name: string, message: string]> = {
  400: ["INVALID_REQUEST", "Request is not well-formed, syntactically incorrect, or violates schema."],
  401: [
    "AUTHENTICATION_FAILURE",
    "Authentication failed due to missing authorization header, or invalid authentication credentials.",
  ],
  404: ["RESOURCE_NOT_FOUND", "The specified resource does not exist."],
  422: [
    "UNPROCESSABLE_ENTITY",
    "The requested action could not be performed, semantically incorrect, or failed business validation.",
  ],
};

/** PayPal's own error, with the code of one problem. */
export function refusal(status: number, issue: string): VendorResponse {
  const [name, message] = NAMES[status] ?? ["", ""];
  return { status, body: { name, message, debug_id: "0123456789abc", details: [{ issue }] } };
}
