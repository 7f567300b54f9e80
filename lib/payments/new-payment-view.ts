import type { PaymentLinkView } from "./payment-detail-view";
import type { PaymentView } from "./payment-view";
import type { ServiceError } from "../service-error";

/** The form for a new payment: the wire's field names, in the order of the form (specification 4.1). */
export const NEW_PAYMENT_FIELDS = [
  "merchant_transaction_id",
  "transaction_amount",
  "currency",
  "customer_name",
  "customer_email",
  "customer_phone",
  "payment_method",
  "card_scheme",
  "issuing_bank",
  "udf1",
  "udf2",
  "udf3",
  "surl",
  "furl",
] as const;
export type NewPaymentField = (typeof NEW_PAYMENT_FIELDS)[number];

/** The fields as typed; empty for none. */
export type NewPaymentEntry = Record<NewPaymentField, string>;

/** What is wrong with a field, found before anything was sent. */
export type NewPaymentFault =
  | "missing"
  | "too_long"
  | "separator"
  | "unstorable"
  | "malformed_amount"
  | "too_large"
  | "too_small"
  | "no_decimals"
  | "unknown_currency"
  | "contact_missing"
  | "malformed_email"
  | "malformed_phone"
  | "malformed_url"
  | "not_a_choice";

export type FieldProblem = { by: "us"; fault: NewPaymentFault } | { by: "service"; words: string };
export type FieldProblems = Partial<Record<NewPaymentField, FieldProblem>>;

/** The result of a lookup by reference, after a request of unknown outcome. */
export type ExistingPayment =
  | { kind: "found"; payment: PaymentView }
  | { kind: "absent" }
  | { kind: "not_known" };

export type NewPaymentOutcome =
  | {
      kind: "created";
      transactionId: string;
      reference: string;
      amount: string;
      currency: string;
      link: PaymentLinkView;
    }
  /** `success: false` (specification 4.1, rule 1): a payment may exist, and cannot be paid. */
  | { kind: "failed"; transactionId: string | null; reference: string; message: string }
  /** Nothing was created. `others`: the service's messages about fields that the form does not have. */
  | { kind: "invalid"; problems: FieldProblems; others: string[] }
  /** The reference is in use. After an unknown outcome, perhaps by this very request. */
  | { kind: "exists"; reference: string; existing: ExistingPayment; wasUnknown: boolean }
  | { kind: "refused"; message: string }
  | { kind: "unknown"; reference: string; existing: ExistingPayment }
  | { kind: "not_sent"; serviceError: ServiceError }
  | { kind: "forbidden" }
  | { kind: "signed_out" };

export type NewPaymentForm = {
  /** The `Idempotency-Key` (decision 0005): one request and one payment, however often it is sent. */
  intentId: string;
  entry: NewPaymentEntry;
  /** Whether it was sent before under this id with an unknown outcome. */
  wasUnknown: boolean;
  /** Null for a form that has not been sent. */
  outcome: NewPaymentOutcome | null;
};

export type CreatePaymentInput = { intentId: string; entry: NewPaymentEntry; wasUnknown: boolean };
