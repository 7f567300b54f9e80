import type { ApprovalView } from "@/lib/approvals/approval-views";
import type { BulkFault, BulkRowView } from "@/lib/bulk";
import { PAYMENT_STATUSES } from "@/lib/contract/statuses";
import type { DuplicateRefund } from "@/lib/duplicate-refunds";
import type { ContactView } from "@/lib/payments/contact-view";
import type { PaymentDetailView, PaymentRefundView } from "@/lib/payments/payment-detail-view";
import {
  type PaymentState,
  type PaymentStateView,
  STATES_OF_STATUS,
  stateOfStatus,
} from "@/lib/payments/payment-state";
import type { PaymentView } from "@/lib/payments/payment-view";
import type { SessionView } from "@/lib/people";
import type { BalanceView } from "@/lib/refunds/balance-view";
import type { ReasonOption } from "@/lib/reasons/reason";
import type { RefundIntentView } from "@/lib/refunds/refund-intent-view";
import type { RefundView } from "@/lib/refunds/refund-view";

/** What the examples show. None of it exists in the service, so its links lead to pages that say so. */

/** The moment at which the examples are shown. */
export const EXAMPLES_AT = "2026-11-25T09:00:00Z";
export const AT = "2026-11-25T06:31:12.000Z";
export const LATER = "2026-11-25T07:02:45.000Z";
export const TRANSACTION_ID = "TXN202611251764062400000";
export const REFUND_ID = "RFD202611251764064000000";
export const REFERENCE = "ORDER-1042";
export const PERSON = "Asha Rao";
const CURRENCY = "INR";

/** As the server masks it; the e-mail has sixteen characters. */
export const customer: ContactView = { name: "A••• R•••", email: "a•••@e•••.online", phone: null };

export const payment: PaymentView = {
  transactionId: TRANSACTION_ID,
  reference: REFERENCE,
  amount: "1499.00",
  currency: CURRENCY,
  status: "SUCCESS",
  createdAt: AT,
  gatewayTransactionId: "pi_3Qexample0001",
  udf: { udf1: "store-7", udf2: null, udf3: null },
  isLatest: true,
  isTest: false,
};

const AMOUNTS: Partial<Record<PaymentState, string>> = {
  PARTLY_REFUNDED: "400.00",
  REFUND_IN_PROGRESS: "250.00",
  OUTCOME_UNKNOWN: "250.00",
  DISPUTED: "1499.00",
};

/** Each state of a payment. */
export const everyState: readonly PaymentStateView[] = PAYMENT_STATUSES.flatMap((status) =>
  STATES_OF_STATUS[status].map((state) => ({
    state,
    status,
    amount: AMOUNTS[state] ?? null,
    decline: state === "FAILURE" ? ("insufficient_funds" as const) : null,
    isMoneyMissing: false,
  })),
);

export const balance: BalanceView = {
  paid: "1499.00",
  refunded: "400.00",
  inProgress: "250.00",
  left: "849.00",
  manual: null,
  requested: null,
  mayCountTwice: null,
  outside: null,
  source: "service",
};

export const outside = { amount: "50.00", reportedAt: AT };

export const detail: PaymentDetailView = {
  payment,
  state: { ...stateOfStatus("SUCCESS"), state: "PARTLY_REFUNDED", amount: "400.00" },
  balance,
  alert: null,
  awaitingApproval: null,
  refunds: [],
  manualRefunds: [],
  openIntents: [],
  records: [payment],
  failure: null,
  more: null,
  isCustomerKnown: false,
};

export const paymentRefund: PaymentRefundView = {
  refundId: REFUND_ID,
  status: "SUCCESS",
  amount: "400.00",
  reason: "Damaged on arrival",
  requestedAt: AT,
  completedAt: LATER,
  wasPaidLate: false,
  failure: null,
  requestedBy: PERSON,
};

export const refund: RefundView = {
  refundId: REFUND_ID,
  transactionId: TRANSACTION_ID,
  reference: REFERENCE,
  amount: "400.00",
  currency: CURRENCY,
  status: "PROCESSING",
  gatewayRefundId: "re_3Qexample0001",
  reason: "Damaged on arrival",
  requestedAt: AT,
  completedAt: null,
  requestedBy: PERSON,
  isTest: false,
  wasPaidLate: false,
  failure: null,
};

export const intent: RefundIntentView = {
  intentId: "5c0f6d1e-6f0e-4a53-9b77-2f1f0f6c1a01",
  state: "UNKNOWN",
  transactionId: TRANSACTION_ID,
  reference: REFERENCE,
  amount: "250.00",
  currency: CURRENCY,
  reason: null,
  requestedBy: PERSON,
  requestedAt: AT,
  isTest: false,
  message: null,
  refundId: null,
  refundStatus: null,
  completedAt: null,
  wasPaidLate: false,
  failure: null,
};

export const reasonOptions: ReasonOption[] = [
  { code: "duplicate_payment", name: "Duplicate payment", nameHi: "दो बार भुगतान हुआ", needsText: false },
  { code: "goods_returned", name: "Goods returned", nameHi: "सामान लौटाया गया", needsText: false },
  { code: "other", name: "Other", nameHi: "अन्य", needsText: true },
];

export const RUN_ID = "8a1d4c6e-0f3b-4f43-8a55-7a9c55b0c001";
export const run = {
  kind: "refund",
  source: "upload",
  fileName: "refunds-november.csv",
  rowCount: 128,
  createdBy: "Vikram Shah",
  createdAt: AT,
} as const;

export const duplicates: DuplicateRefund[] = [
  {
    kind: "refunded_before",
    intentId: "intent-1",
    by: PERSON,
    at: AT,
    refundId: REFUND_ID,
    status: "SUCCESS",
    wasPaidLate: false,
    runId: null,
  },
  {
    kind: "in_bulk_run",
    intentId: "intent-2",
    by: "Vikram Shah",
    at: AT,
    runId: RUN_ID,
    run,
    isAwaitingApproval: true,
  },
  { kind: "request_waits", intentId: "intent-3", by: PERSON, at: LATER },
  { kind: "returned_manually", intentId: "manual-1", by: PERSON, at: LATER, isWaiting: true },
];

export const approval: ApprovalView = {
  approvalId: "5c0f6d1e-6f0e-4a53-9b77-2f1f0f6c1a02",
  subject: {
    kind: "refund",
    transactionId: TRANSACTION_ID,
    reference: REFERENCE,
    reason: "Damaged on arrival",
  },
  rowCount: 1,
  testRows: 0,
  totals: [{ currency: CURRENCY, amount: "24999.00", threshold: "10000.00", counted: "0.00", largest: null }],
  requestedBy: PERSON,
  requestedRole: "finance",
  requestedRoleName: null,
  requestedAt: AT,
  expiresAt: "2026-11-26T06:31:12.000Z",
  isOwn: false,
  fulfils: { requestId: REFUND_ID, by: PERSON },
  isFromOwnRequest: false,
  state: "WAITING",
  decidedBy: null,
  decidedAt: null,
  note: null,
  obstacle: null,
  obstacleLeft: null,
};

export const bulkApproval: ApprovalView = {
  ...approval,
  approvalId: "5c0f6d1e-6f0e-4a53-9b77-2f1f0f6c1a03",
  subject: { kind: "bulk", runId: RUN_ID, run },
  rowCount: 128,
  testRows: 3,
  totals: [
    { currency: CURRENCY, amount: "184320.50", threshold: "10000.00", counted: "0.00", largest: "9999.00" },
    { currency: "USD", amount: "312.00", threshold: null, counted: "0.00", largest: "120.00" },
  ],
  requestedBy: "Vikram Shah",
};

export const bulkRow: BulkRowView = {
  rowId: "row-1",
  position: 1,
  line: 2,
  reference: REFERENCE,
  transactionId: TRANSACTION_ID,
  amount: "400.00",
  currency: CURRENCY,
  isTest: false,
  reason: "Damaged on arrival",
  reasonCode: null,
  state: "ready",
  faults: [],
  message: null,
  confirmedBy: null,
  fulfilsRequest: null,
  found: null,
  refundId: null,
  refundStatus: null,
  outside: null,
  alert: null,
};

/** Each with other data in its sentence. */
export const faults: BulkFault[] = [
  { kind: "bad_amount" },
  { kind: "bad_amount", currency: "JPY" },
  { kind: "not_found" },
  { kind: "status", status: "INITIATED" },
  { kind: "exceeds", left: "349.00", currency: CURRENCY },
  { kind: "above_limit", left: "200.00", currency: CURRENCY, by: "Priya Nair" },
  {
    kind: "reserved",
    runId: RUN_ID,
    run: {
      kind: "refund",
      source: "upload",
      fileName: "refunds-november.csv",
      rowCount: 12,
      createdBy: "Priya Nair",
      createdAt: AT,
    },
    approvalId: null,
    reserved: "500.00",
    left: "349.00",
    currency: CURRENCY,
  },
];

export const session: SessionView = {
  id: "1",
  isOwn: true,
  device:
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
  openedBy: "second_factor",
  createdAt: AT,
  lastUsedAt: LATER,
  expiresAt: LATER,
};
