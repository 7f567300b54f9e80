"use client";

import { CreatedPanel } from "@/app/(dashboard)/payments/new/_components/created-panel";
import { NewPayment } from "@/app/(dashboard)/payments/new/_components/new-payment";
import { NewPaymentFields } from "@/app/(dashboard)/payments/new/_components/new-payment-fields";
import { OutcomeNotice } from "@/app/(dashboard)/payments/new/_components/outcome-notice";
import {
  NEW_PAYMENT_FIELDS,
  type FieldProblems,
  type NewPaymentEntry,
} from "@/lib/payments/new-payment-view";
import type { ComponentProps } from "react";
import { payment, REFERENCE, TRANSACTION_ID } from "./data";
import { Example } from "./example";

const empty = {
  ...(Object.fromEntries(NEW_PAYMENT_FIELDS.map((field) => [field, ""])) as NewPaymentEntry),
  currency: "INR",
};
const PROBLEMS: FieldProblems = {
  merchant_transaction_id: { by: "us", fault: "separator" },
  transaction_amount: { by: "us", fault: "malformed_amount" },
  currency: { by: "us", fault: "unknown_currency" },
  customer_email: { by: "us", fault: "contact_missing" },
  customer_phone: { by: "us", fault: "malformed_phone" },
  surl: { by: "service", words: "Must be an http or https URL." },
};
const OUTCOMES: readonly NonNullable<ComponentProps<typeof OutcomeNotice>["outcome"]>[] = [
  {
    kind: "failed",
    transactionId: TRANSACTION_ID,
    reference: REFERENCE,
    message: "No gateway is available.",
  },
  { kind: "invalid", problems: PROBLEMS, others: ["body: too large"] },
  { kind: "exists", reference: REFERENCE, existing: { kind: "found", payment }, wasUnknown: true },
  { kind: "exists", reference: REFERENCE, existing: { kind: "not_known" }, wasUnknown: false },
  { kind: "refused", message: "Not allowed" },
  { kind: "unknown", reference: REFERENCE, existing: { kind: "absent" } },
  { kind: "not_sent", serviceError: { kind: "busy", retryAfterSeconds: 20 } },
  { kind: "forbidden" },
  { kind: "signed_out" },
];

/** Creating a payment. */
export function NewPaymentExamples() {
  return (
    <>
      <Example component="NewPayment" state="empty">
        <NewPayment
          form={{ intentId: "1", entry: empty, wasUnknown: false, outcome: null }}
          suggestion="PAY-20261125-7F3A9C"
        />
      </Example>
      <Example component="NewPaymentFields" state="errors in every part">
        <NewPaymentFields
          entry={{
            ...empty,
            merchant_transaction_id: "A|B",
            transaction_amount: "1499.001",
            surl: "ftp://shop",
          }}
          problems={PROBLEMS}
          suggestion="PAY-20261125-7F3A9C"
        />
      </Example>
      {OUTCOMES.map((outcome, index) => (
        <Example key={index} component="OutcomeNotice" state={outcome.kind}>
          <OutcomeNotice outcome={outcome} actions={null} />
        </Example>
      ))}
      <Example component="OutcomeNotice" state="the connection broke">
        <OutcomeNotice outcome={null} actions={null} />
      </Example>
      <Example component="CreatedPanel" state="with a link">
        <CreatedPanel
          created={{
            kind: "created",
            transactionId: TRANSACTION_ID,
            reference: REFERENCE,
            amount: "1499.00",
            currency: "INR",
            link: { url: "https://pay.example.com/l/8Kq2", canOpen: true, qr: null },
          }}
        />
      </Example>
    </>
  );
}
