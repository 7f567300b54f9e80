"use client";

import { RequestSelection } from "@/app/(dashboard)/payments/_components/list/request-selection";
import { RequestSelectionDialog } from "@/app/(dashboard)/payments/_components/list/request-selection-dialog";
import { RequestSelectionForm } from "@/app/(dashboard)/payments/_components/list/request-selection-form";
import { RequestSelectionResult } from "@/app/(dashboard)/payments/_components/list/request-selection-result";
import { SelectablePayments } from "@/app/(dashboard)/payments/_components/list/selectable-payments";
import { SelectionBar } from "@/app/(dashboard)/payments/_components/list/selection-bar";
import { showColumns } from "@/lib/lists/list-columns";
import type { RequestedPayment } from "@/lib/requests/request-views";
import { AT, PERSON, reasonOptions, REFERENCE, TRANSACTION_ID } from "./data";
import { DialogExample, InDialog } from "./dialog-example";
import { Example } from "./example";
import { listedPayment } from "./tables-data";

const nothing = (): void => undefined;
const REQUEST_ID = "0d4a1c1e-6f6e-4b55-9a34-2f1d1f7a2c21";
const idOf = (last: number): string => `${TRANSACTION_ID.slice(0, -1)}${String(last)}`;
const payments = [1, 2, 3].map((n) => ({ ...listedPayment, transactionId: idOf(n) }));
const of = (n: number) => ({ reference: `${REFERENCE}-${String(n)}`, transactionId: idOf(n) });
const outcomes: RequestedPayment[] = [
  { ...of(1), kind: "requested", requestId: REQUEST_ID, amount: "1499.00", currency: "INR" },
  { ...of(2), kind: "already_open", open: { requestId: REQUEST_ID, by: PERSON, at: AT } },
  { ...of(3), kind: "nothing_left" },
  { ...of(4), kind: "not_refundable", status: "INITIATED" },
  { ...of(5), kind: "not_refundable", status: null },
  { ...of(6), kind: "service_error", serviceError: { kind: "unavailable" } },
];

/** Refund requests for a selection of the list of payments. */
export function RequestSelectionExamples() {
  return (
    <>
      <Example component="SelectablePayments" state="nothing selected yet">
        <SelectablePayments role="finance" columns={showColumns("payments", null)} payments={payments} />
      </Example>
      <Example component="SelectionBar" state="two selected">
        <SelectionBar
          selected={payments.slice(1)}
          role="support"
          requested={null}
          onRequest={nothing}
          onClear={nothing}
          onClose={nothing}
        />
      </Example>
      <Example component="SelectionBar, BulkButtons, ExportLines" state="for the finance team">
        <SelectionBar
          selected={payments}
          role="finance"
          requested={null}
          onRequest={nothing}
          onClear={nothing}
          onClose={nothing}
        />
      </Example>
      <Example component="RequestSelection" state="reads the reasons">
        <InDialog>
          <RequestSelection
            payments={payments}
            isSending={false}
            onSending={nothing}
            onDone={nothing}
            onClose={nothing}
          />
        </InDialog>
      </Example>
      <DialogExample component="RequestSelectionDialog" state="loads its form">
        {(close) => <RequestSelectionDialog payments={payments} onClose={close} />}
      </DialogExample>
      <Example component="RequestSelectionForm" state="the response was lost">
        <InDialog>
          <RequestSelectionForm
            count={3}
            reasons={reasonOptions}
            isReasonRequired
            problem={{ kind: "cut_off" }}
            isSending={false}
            onSubmit={() => Promise.resolve()}
          />
        </InDialog>
      </Example>
      <Example component="RequestSelectionResult" state="every outcome">
        <InDialog>
          <RequestSelectionResult
            payments={outcomes}
            isSending={false}
            onTryAgain={nothing}
            onClose={nothing}
          />
        </InDialog>
      </Example>
    </>
  );
}
