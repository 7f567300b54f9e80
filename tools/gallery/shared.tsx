"use client";

import { useTranslations } from "use-intl/react";
import { ActionNotice } from "@/components/actions/action-notice";
import { SecretDialog } from "@/components/actions/secret-dialog";
import { AuditLink } from "@/components/audit/audit-link";
import { RunFile, RunName, RunUpload } from "@/components/bulk/run-name";
import { LostResponseNotice } from "@/components/forms/lost-response-notice";
import { DashboardError } from "@/components/live/fetch-view";
import { FulfilledRequest } from "@/components/bulk/fulfilled-request";
import { FetchFailedNotice } from "@/components/live/fetch-failed-notice";
import { MaskedCustomer } from "@/components/payments/masked-customer";
import { MethodName } from "@/components/payments/method-name";
import { PaymentLinkPanel } from "@/components/payments/payment-link";
import { TestAmountBadge, TestRowsBadge } from "@/components/payments/test-badge";
import { TestLine } from "@/components/payments/test-line";
import { SignedOut } from "@/components/states/signed-out";
import { PAYMENT_METHODS } from "@/lib/contract/statuses";
import type { ActionNotDone } from "@/lib/ops-outcomes";
import { customer, REFUND_ID, run } from "./data";
import { DialogExample } from "./dialog-example";
import { Example } from "./example";

const NOT_DONE: readonly ActionNotDone[] = [
  {
    kind: "refused",
    message: "Invalid request",
    faults: [{ field: "rules.0.name", text: "must not be empty" }],
  },
  { kind: "conflict", message: "The rules were changed meanwhile." },
  { kind: "not_found" },
  { kind: "not_offered" },
  { kind: "not_sent", serviceError: { kind: "busy", retryAfterSeconds: 20 } },
  { kind: "unknown" },
  { kind: "malformed" },
  { kind: "forbidden" },
  { kind: "signed_out" },
];
const CONTACTS = [customer, { name: null, email: null, phone: "••• 21" }, null];

/** What several pages show. */
export function SharedExamples() {
  const t = useTranslations("common");
  return (
    <>
      {NOT_DONE.map((outcome) => (
        <Example key={outcome.kind} component="ActionNotice" state={outcome.kind}>
          <ActionNotice outcome={outcome} whenUnknown={t("notFound.body")} />
        </Example>
      ))}
      <Example component="SignedOut" state="in place of an outcome">
        <SignedOut />
      </Example>
      <Example component="LostAnswerNotice" state="the response was lost">
        <LostResponseNotice />
      </Example>
      <Example component="FetchFailedNotice" state="no connection, and forbidden">
        <div className="space-y-3">
          <FetchFailedNotice error={new DashboardError(null)} />
          <FetchFailedNotice error={new DashboardError(403)} />
        </div>
      </Example>
      <Example component="MethodName" state="every method">
        <div className="flex flex-wrap gap-x-4 gap-y-1">
          {PAYMENT_METHODS.map((method) => (
            <MethodName key={method} code={method} />
          ))}
        </div>
      </Example>
      <Example component="MaskedCustomer" state="name and email, phone only, unknown">
        <div className="space-y-3">
          {CONTACTS.map((contact, index) => (
            <div key={index}>
              <MaskedCustomer customer={contact} />
            </div>
          ))}
        </div>
      </Example>
      <Example component="PaymentLinkPanel" state="can be opened, and not">
        <div className="space-y-3">
          <PaymentLinkPanel link={{ url: "https://pay.example.com/l/8Kq2", canOpen: true, qr: null }} />
          <PaymentLinkPanel link={{ url: "upi://pay?pa=shop@example", canOpen: false, qr: null }} />
        </div>
      </Example>
      <Example component="FulfilledRequest" state="of a row that fulfils one">
        <FulfilledRequest row={{ fulfilsRequest: REFUND_ID }} />
      </Example>
      <Example component="TestLine" state="of a page">
        <div className="relative h-7">
          <TestLine label={t("test")}>{t("testData")}</TestLine>
        </div>
      </Example>
      <Example component="TestRowsBadge, TestAmountBadge" state="all, and a part">
        <div className="flex flex-wrap gap-2">
          <TestRowsBadge testRows={3} rowCount={3} />
          <TestRowsBadge testRows={3} rowCount={128} />
          <TestAmountBadge total={{ currency: "INR", amount: "400.00", testAmount: "400.00" }} />
          <TestAmountBadge total={{ currency: "INR", amount: "400.00", testAmount: "100.00" }} />
        </div>
      </Example>
      <Example component="RunName, RunFile, RunUpload" state="a file, pasted rows, stuck payments">
        <p>
          <RunName run={run} />
        </p>
        <p>
          <RunFile run={{ ...run, fileName: null }} /> · <RunUpload run={run} />
        </p>
        <p>
          <RunFile run={{ ...run, kind: "cancel", source: "stuck_queue", fileName: null }} />
        </p>
      </Example>
      <Example component="AuditLink" state="of a refund">
        <AuditLink subject={REFUND_ID} />
      </Example>
      <DialogExample component="SecretDialog" state="shown once">
        {(close) => (
          <SecretDialog
            title={t("notFound.title")}
            values={[{ name: t("transactionId"), value: "whsec_example" }]}
            onStored={close}
          />
        )}
      </DialogExample>
    </>
  );
}
