"use client";

import { ContactPanel } from "@/app/(dashboard)/payments/[transactionId]/_components/contact-panel";
import { SeenCustomerPanel } from "@/app/(dashboard)/payments/[transactionId]/_components/seen-customer-panel";
import { PaymentScreen } from "@/app/(dashboard)/payments/[transactionId]/_components/payment-screen";
import {
  type PageWork,
  PaymentWork,
} from "@/app/(dashboard)/payments/[transactionId]/_components/payment-work";
import { PaymentWhole } from "@/app/(dashboard)/payments/[transactionId]/_components/payment-whole";
import { CancelPanel } from "@/app/(dashboard)/payments/_components/cancel-panel";
import { RefundDialog } from "@/app/(dashboard)/payments/_components/refund-dialog";
import { RefundForm } from "@/app/(dashboard)/payments/_components/refund-form";
import { RefundPanel } from "@/app/(dashboard)/payments/_components/refund-panel";
import { RefundScreen } from "@/app/(dashboard)/refunds/[refundId]/_components/refund-screen";
import { balance, customer, duplicates, payment, reasonOptions, REFUND_ID, TRANSACTION_ID } from "./data";
import { DialogExample, InDialog } from "./dialog-example";
import { Example } from "./example";
import { pageNotes } from "./notes-data";
import { whole } from "./payment-data";
import { WORK_ITEM } from "./work-data";

const NO_WORK: PageWork = { items: [], viewerId: "" };
const nothing = (): void => undefined;
const form = {
  payment,
  customer,
  currency: "INR",
  balance,
  approvalLimit: null,
  ownLimit: null,
  reasons: reasonOptions,
  isReasonRequired: false,
  again: null,
  request: null,
  entered: null,
  problem: null,
  isSending: false,
  onSubmit: () => Promise.resolve(),
};

/** The whole page of a payment, of a refund, and the dialogs that they open. */
export function PaymentPageExamples() {
  return (
    <>
      <Example component="PaymentWhole" state="everything, finance">
        <PaymentWhole
          detail={whole}
          role="finance"
          notes={pageNotes}
          work={NO_WORK}
          checked={null}
          onChanged={nothing}
        />
      </Example>
      <Example component="PaymentWork" state="a finding about the payment">
        <PaymentWork
          work={{ ...NO_WORK, items: [{ ...WORK_ITEM, kind: "finding", condition: "finding_open" }] }}
          detail={whole}
        />
      </Example>
      <Example component="PaymentScreen" state="not found">
        <PaymentScreen
          transactionId="not-found"
          reference={null}
          role="finance"
          notes={pageNotes}
          work={NO_WORK}
        />
      </Example>
      <Example component="RefundScreen" state="in progress">
        <RefundScreen refundId={REFUND_ID} mayRefund mayViewAudit />
      </Example>
      <Example component="SeenCustomerPanel" state="created here">
        <SeenCustomerPanel transactionId={TRANSACTION_ID} isCustomerKnown />
      </Example>
      <Example component="ContactPanel" state="no contact">
        <ContactPanel transactionId={TRANSACTION_ID} masked={{ name: null, email: null, phone: null }} />
      </Example>
      <DialogExample component="CancelPanel" state="asking">
        {(close) => (
          <CancelPanel
            payment={{ ...payment, status: "INITIATED" }}
            role="finance"
            onClose={close}
            onCancelled={close}
            onRefundInstead={close}
          />
        )}
      </DialogExample>
      <DialogExample component="RefundDialog" state="loads its form">
        {(close) => <RefundDialog payment={payment} onClose={close} />}
      </DialogExample>
      <Example component="RefundPanel" state="the balance is not known yet">
        <RefundPanel
          payment={{ ...payment, transactionId: "TXN-loading" }}
          again={undefined}
          request={undefined}
          isSending={false}
          onSending={nothing}
          onClose={nothing}
          ref={null}
        />
      </Example>
      <Example component="RefundForm" state="empty">
        <InDialog>
          <RefundForm {...form} />
        </InDialog>
      </Example>
      <Example component="RefundForm" state="again, above the limit">
        <InDialog>
          <RefundForm
            {...form}
            again={{ kind: "failed", amount: "849.00", reason: "Damaged on arrival" }}
            approvalLimit={{ threshold: "500.00", counted: "400.00" }}
          />
        </InDialog>
      </Example>
      <Example component="RefundForm" state="a likely duplicate">
        <InDialog>
          <RefundForm
            {...form}
            entered={{ amount: "400.00", reason: "" }}
            problem={{ kind: "likely_duplicate", amount: "400.00", currency: "INR", duplicates }}
          />
        </InDialog>
      </Example>
    </>
  );
}
