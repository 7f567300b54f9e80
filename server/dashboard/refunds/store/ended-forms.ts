import type { RefundOutcome } from "@/lib/refunds/refund-form-view";
import { type Db, prepared } from "@/server/platform/pool";

/** The outcomes after which no refund was made of a form and none will be. */
export type NothingRefunded = Extract<
  RefundOutcome,
  {
    kind:
      | "not_refundable"
      | "not_sent"
      | "exceeds_balance"
      | "above_limit"
      | "blocked"
      | "likely_duplicate"
      | "waiting_request"
      | "approval_not_needed"
      | "own_request"
      | "request_closed"
      | "request_missing"
      | "on_hold"
      | "withdrawn";
  }
>;

/** A form that was closed with this outcome, and its request (decision 0100). */
type EndedForm = {
  intentId: string;
  transactionId: string;
  reference: string;
  amountPaise: bigint;
  reason: string | null;
  requestedById: string;
  outcome: NothingRefunded;
};

/** Far longer than a submission can be in progress. */
const KEEP_MS = 7 * 86_400_000;

/** Also deletes old rows of all forms. The caller holds the form's lock and has checked that none exists. */
export async function insertEndedForm(db: Db, form: EndedForm, at: Date): Promise<void> {
  await db.query("delete from ended_forms where ended_at < $1", [new Date(at.getTime() - KEEP_MS)]);
  await db.query(
    `insert into ended_forms
       (intent_id, transaction_id, reference, amount_paise, reason, requested_by_id, outcome, ended_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      form.intentId,
      form.transactionId,
      form.reference,
      form.amountPaise,
      form.reason,
      form.requestedById,
      form.outcome,
      at,
    ],
  );
}

const FIND_ENDED_FORM =
  prepared(`select intent_id as "intentId", transaction_id as "transactionId", reference, amount_paise as "amountPaise", reason,
       requested_by_id as "requestedById", outcome
     from ended_forms where intent_id = $1`);

export async function findEndedForm(db: Db, intentId: string): Promise<EndedForm | null> {
  const { rows } = await db.query<EndedForm>({ ...FIND_ENDED_FORM, values: [intentId] });
  return rows[0] ?? null;
}
