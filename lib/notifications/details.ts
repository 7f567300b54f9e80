import { z } from "zod";
import { EXPORT_FAILURES } from "../exports/scheduled-export-views";
import { ACCOUNT_CHANGES } from "../gateways/account-changes";
import { NOTE_SUBJECTS } from "../notes/note-views";
import { WORK_CONDITIONS, WORK_KIND_NAMES } from "../queues/work-kinds";
import type { NotificationEvent } from "./events";

/** An amount in wire format with its currency. */
const money = z.object({ amount: z.string(), currency: z.string() });
const refund = z.object({
  intentId: z.uuid(),
  reference: z.string(),
  transactionId: z.string(),
  ...money.shape,
});
const manualRefund = z.object({
  manualRefundId: z.uuid(),
  reference: z.string(),
  transactionId: z.string(),
  ...money.shape,
});
const work = z.object({
  kind: z.enum(WORK_KIND_NAMES),
  itemId: z.string(),
  condition: z.enum(WORK_CONDITIONS),
  reference: z.string(),
  transactionId: z.string().nullable(),
  /** Null where no money is at stake. */
  amount: z.string().nullable(),
  currency: z.string().nullable(),
});
const run = z.object({ runId: z.uuid(), runKind: z.enum(["refund", "cancel", "lookup"]) });
/** `from` and `until`: UTC days. */
const reconciliationRun = z.object({ runId: z.string(), from: z.string(), until: z.string() });

/** What finance does with a refund request. Accepted: its refund is stored, and may still wait for approval or fail. */
export const REQUEST_ANSWERS = ["accepted", "declined", "question", "amount"] as const;

/** What of a person's sign-in can change. `factor`: the second one. */
const SIGN_IN_CHANGES = [
  "password",
  "factor_on",
  "factor_off",
  "factor_reset",
  "recovery_codes",
  "recovery_code_used",
] as const;

/**
 * What is stored of each event, for its text and its link. Names of colleagues, references, ids and amounts; never a
 * customer's contact data, a free text or a secret: a notification leaves the dashboard by e-mail and chat.
 */
export const NOTIFICATION_DETAILS = {
  approval_waiting: z.object({
    approvalId: z.uuid(),
    /** The merchant reference of a single refund; null for a bulk run. */
    reference: z.string().nullable(),
    rows: z.int(),
    totals: z.array(money),
    requestedBy: z.string(),
  }),
  approval_decided: z.object({
    approvalId: z.uuid(),
    reference: z.string().nullable(),
    rows: z.int(),
    totals: z.array(money),
    decision: z.enum(["approved", "declined", "expired", "not_possible"]),
    /** Null when it expired. */
    decidedBy: z.string().nullable(),
  }),
  refund_request_waiting: z.object({
    requestId: z.uuid(),
    reference: z.string(),
    transactionId: z.string(),
    ...money.shape,
    requestedBy: z.string(),
    /** How many payments were selected, where it is one notification for the requests of a selection; the rest is that of one. */
    selected: z.int().optional(),
  }),
  refund_request_answered: z.object({
    requestId: z.uuid(),
    reference: z.string(),
    transactionId: z.string(),
    ...money.shape,
    answer: z.enum(REQUEST_ANSWERS),
    answeredBy: z.string(),
  }),
  /** Whoever asked the question gets this. */
  refund_request_replied: z.object({
    requestId: z.uuid(),
    reference: z.string(),
    transactionId: z.string(),
    ...money.shape,
    repliedBy: z.string(),
  }),
  /** This leaves out the method, transfer reference and note, which stay on the payment's page. */
  /** `isVoid`: it was confirmed, and this person proposes to void it. */
  manual_refund_waiting: manualRefund.extend({ recordedBy: z.string(), isVoid: z.boolean().optional() }),
  manual_refund_decided: manualRefund.extend({
    decision: z.enum(["confirm", "decline", "void"]),
    decidedBy: z.string(),
  }),
  /** The text of the note stays on the page of its subject. */
  mention: z.object({
    noteId: z.uuid(),
    subject: z.object({ kind: z.enum(NOTE_SUBJECTS), id: z.string() }),
    by: z.string(),
  }),
  work_assigned: work.extend({ by: z.string() }),
  /** It waited for something: its time is over, or its condition has changed. */
  work_returned: work.extend({ because: z.enum(["time", "changed"]) }),
  refund_failed: refund,
  refund_unknown: refund.extend({ minutes: z.int() }),
  refund_made_after_all: refund.extend({ refundId: z.string() }),
  refund_late: refund.extend({ refundId: z.string() }),
  bulk_ended: run.extend({ rows: z.int(), failed: z.int() }),
  bulk_paused: run.extend({ rows: z.int() }),
  export_ready: z.object({ name: z.string(), rows: z.int() }),
  export_failed: z.object({ name: z.string(), why: z.enum(EXPORT_FAILURES) }),
  gateway_opened: z.object({ gateway: z.string() }),
  gateway_closed: z.object({ gateway: z.string() }),
  gateway_account_waiting: z.object({
    gateway: z.string(),
    account: z.int(),
    hint: z.string().nullable(),
    requestedBy: z.string(),
  }),
  gateway_account_changed: z.object({
    gateway: z.string(),
    account: z.int(),
    /** What people tell the account by; null where it could be read as an address. */
    hint: z.string().nullable(),
    change: z.enum(ACCOUNT_CHANGES),
    /** The colleague who did it in this dashboard; null: it was not made here. */
    by: z.string().nullable(),
    /** The API key that signed what was not made here; null when it is not known. */
    key: z.object({ label: z.string(), start: z.string() }).nullable(),
    /** Put in use and taken out of it again before anybody could be told. */
    isOver: z.boolean().optional(),
    /** Taken out of use, where the operator has an account at the same vendor: new payments go there (0315). */
    toService: z.boolean().optional(),
  }),
  success_rate_low: z.object({
    /** Rates are in percent, rounded. `usual`: the same hours of the previous four weeks. */
    gateway: z.string(),
    rate: z.int(),
    usual: z.int(),
  }),
  stuck_payments: z.object({ count: z.int(), limit: z.int() }),
  /** Findings that the run left open, and their money by currency. */
  reconciliation_found: reconciliationRun.extend({ findings: z.int(), totals: z.array(money) }),
  /** `records`: how many were not compared. Not what the service says about why, which is a free text. */
  reconciliation_unfinished: reconciliationRun.extend({
    why: z.enum(["broken", "incomplete", "late"]),
    records: z.int(),
  }),
  webhook_disabled: z.object({ endpointId: z.string(), host: z.string() }),
  /** Points of the success rate by which the trial's rules were lower. */
  rule_trial_ended: z.object({ experiment: z.int(), points: z.number() }),
  /** This leaves out the channel's address, which is a secret. */
  chat_channel_paused: z.object({ channelId: z.uuid(), name: z.string() }),
  key_expiring: z.object({ label: z.string(), days: z.int() }),
  new_device: z.object({
    browser: z.string().nullable(),
    system: z.string().nullable(),
    at: z.iso.datetime(),
  }),
  /** `by`: the admin who did it; null: whoever was signed in as the person, or had their link. */
  sign_in_changed: z.object({
    change: z.enum(SIGN_IN_CHANGES),
    at: z.iso.datetime(),
    by: z.string().nullable(),
  }),
  codes_locked: z.object({ at: z.iso.datetime() }),
  /** A preset's name as it is, a composed role's own. `from` is empty for somebody who had no role in the account. */
  role_changed: z.object({ from: z.string(), to: z.string(), by: z.string() }),
  /**
   * How many permissions of a composed role were added and removed, and whether an amount of those that stay changed.
   */
  role_permissions_changed: z.object({
    role: z.string(),
    added: z.int(),
    removed: z.int(),
    areLimitsChanged: z.boolean(),
    by: z.string(),
  }),
} as const satisfies Record<NotificationEvent, z.ZodType>;

export type NotificationDetails = {
  [Event in NotificationEvent]: z.output<(typeof NOTIFICATION_DETAILS)[Event]>;
};

/** An event with its details: what a text and a link are made of. */
export type NotificationFact = {
  [Event in NotificationEvent]: { event: Event; detail: NotificationDetails[Event] };
}[NotificationEvent];

/** Null for what another version of the dashboard has written and this one does not know. */
export function parseNotificationFact(event: string, detail: unknown): NotificationFact | null {
  if (!Object.hasOwn(NOTIFICATION_DETAILS, event)) return null;
  const known = event as NotificationEvent;
  const parsed = NOTIFICATION_DETAILS[known].safeParse(detail);
  return parsed.success ? ({ event: known, detail: parsed.data } as NotificationFact) : null;
}
