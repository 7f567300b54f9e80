import type { PaymentListItem } from "@/lib/payments/payment-list-views";
import { stateOfStatus } from "@/lib/payments/payment-state";
import { AT, customer, REFERENCE, TRANSACTION_ID } from "./data";

export const listedPayment: PaymentListItem = {
  transactionId: TRANSACTION_ID,
  reference: REFERENCE,
  amount: "1499.00",
  currency: "INR",
  status: "SUCCESS",
  state: stateOfStatus("SUCCESS"),
  createdAt: AT,
  method: "UPI",
  gateway: "razorpay",
  isTest: false,
  customer,
  refunded: null,
  manual: null,
  inProgress: null,
};
