import { formatPaise } from "@/lib/money";
import { isImpossiblePart } from "@/lib/whole-currencies";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../../audit/store";
import type { Ctx } from "../../context";
import { isUsedByOther, lockForm } from "../../approvals/store";
import { notify } from "../../notifications/store";
import { readReservations, type RefundableReading } from "../../refunds";
import { balanceOf } from "../../refunds/domain";
import { lockLedger } from "../../refunds/store";
import { insertRequestEvent } from "../store/request-events";
import { findOpenRequest, findRequest, insertRequest, type NewRequest } from "../store/requests";

type Written =
  | { kind: "written"; amountPaise: bigint }
  /** The id is in use, or the payment has an undecided request. */
  | { kind: "exists" }
  /** A form of another kind has used the id. */
  | { kind: "other_form" }
  | { kind: "exceeds"; leftPaise: bigint }
  | { kind: "no_decimals" };

/**
 * Stores a request with its event, notification and audit entry, if its amount fits the balance under the payment's lock.
 * Without an amount, all that is left is requested. The requests of a selection have one notification, in the transaction
 * of the first of them.
 */
export function writeRequest(
  ctx: Ctx,
  refundable: Extract<RefundableReading, { kind: "refundable" }>,
  given: Omit<NewRequest, "amountPaise"> & { amountPaise: bigint | null },
  selection: { batchId: string; size: number } | null = null,
): Promise<Written> {
  const { id, requestedAt: at, requestedById: byId, currency, transactionId } = given;
  return inTransaction(ctx.pool, async (db): Promise<Written> => {
    const [, reported, holds, isOther] = await Promise.all([
      lockForm(db, id),
      lockLedger(db, transactionId),
      readReservations(db, transactionId),
      isUsedByOther(db, id, "request"),
    ]);
    if (isOther) return { kind: "other_form" };
    // An existing request comes before the balance, which it may have reserved itself.
    if ((await findRequest(db, id)) !== null || (await findOpenRequest(db, given)) !== null)
      return { kind: "exists" };
    const { leftPaise } = balanceOf({ ...refundable, reported, holds });
    const amountPaise = given.amountPaise ?? leftPaise;
    if (amountPaise > leftPaise || amountPaise === 0n) return { kind: "exceeds", leftPaise };
    if (isImpossiblePart(amountPaise, leftPaise, currency)) return { kind: "no_decimals" };
    const request = { ...given, amountPaise };
    if (!(await insertRequest(db, request))) return { kind: "exists" };
    await insertRequestEvent(db, id, { kind: "requested", at, byId, text: request.note, amountPaise });
    const about = {
      reference: request.reference,
      transactionId: request.transactionId,
      amount: formatPaise(amountPaise),
      currency,
    };
    await notify(db, {
      event: "refund_request_waiting",
      detail: {
        requestId: id,
        ...about,
        requestedBy: ctx.actor.name,
        ...(selection !== null && { selected: selection.size }),
      },
      at,
      to: "everybody_permitted",
      except: byId,
      dedupeKey: `refund_request_waiting ${selection?.batchId ?? id}`,
    });
    await recordAudit(db, {
      at,
      actor: ctx.actor,
      action: "refund_request_made",
      subject: { kind: "refund_request", id },
      detail: { ...about, reason: request.reason, note: request.note },
      requestId: ctx.requestId,
    });
    return { kind: "written", amountPaise };
  });
}
