import { z } from "zod";
import { formatPaise } from "@/lib/money";
import type { CreateRequestOutcome } from "@/lib/requests/request-views";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { readRefundable, readRefundRequest, type RefundSubmission, withReason } from "../../refunds";
import type { RefundRequest } from "../domain/request";
import { findOpenRequest, findRequest } from "../store/requests";
import { readRequestText } from "./request-text";
import { writeRequest } from "./write-request";

const inputSchema = z.looseObject({ requestId: z.unknown(), note: z.string() });

/**
 * Requests a refund from finance (decision 0278). Sends nothing, and reserves its amount only where an admin has turned that
 * on (decision 0278). The amount must fit the balance under the payment's lock; it is checked again when the request is accepted. One request per form however often it is submitted, and one
 * undecided request per payment.
 */
export async function createRequest(ctx: Ctx, input: unknown): Promise<CreateRequestOutcome> {
  const given = inputSchema.safeParse(input);
  const parsed = readRefundRequest(
    given.success ? { ...given.data, intentId: given.data.requestId, isApprovalExpected: false } : {},
  );
  const subject = { kind: "payment", id: parsed.ok ? parsed.value.transactionId : "" } as const;
  if (!(await authorize(ctx, "request_refund", subject))) return { kind: "forbidden" };
  if (!parsed.ok) return parsed.error;
  const note = readRequestText(given.success ? given.data.note : "", { isNeeded: false });
  if (!note.ok)
    return { kind: "invalid", field: "note", fault: note.error === "missing" ? "characters" : note.error };

  const { intentId: id } = parsed.value;
  const earlier = await findRequest(ctx.pool, id);
  const request = await withReason(ctx, parsed.value);
  // A form that was sent before keeps its outcome, whatever became of its reason since.
  if (earlier !== null)
    return sameOrInvalid(ctx, earlier, { ...(request.ok ? request.value : parsed.value), note: note.value });
  if (!request.ok) return request.error;

  const { reference, transactionId, amountPaise, reason, reasonCode } = request.value;
  const refundable = await readRefundable(ctx, { reference, transactionId });
  if (refundable.kind !== "refundable") return refundable;
  const { currency, isTest } = refundable;

  const written = await writeRequest(ctx, refundable, {
    id,
    serviceAddress: ctx.routing.serviceAddress,
    transactionId,
    reference,
    amountPaise,
    currency,
    isTest,
    reason,
    reasonCode,
    note: note.value,
    requestedById: ctx.actor.userId,
    requestedAt: ctx.clock.now(),
  });
  if (written.kind === "exceeds")
    return { kind: "exceeds_balance", left: formatPaise(written.leftPaise), currency };
  if (written.kind === "no_decimals")
    return { kind: "invalid", field: "amount", fault: "no_decimals", currency };
  if (written.kind === "other_form") return OTHER_VALUES;
  if (written.kind === "written") return { kind: "requested", requestId: id };
  const own = await findRequest(ctx.pool, id);
  if (own !== null) return sameOrInvalid(ctx, own, { ...request.value, note: note.value });
  const open = await findOpenRequest(ctx.pool, {
    serviceAddress: ctx.routing.serviceAddress,
    transactionId,
  });
  // Decided since: the form can be sent again.
  if (open === null) return createRequest(ctx, input);
  return {
    kind: "already_open",
    open: { requestId: open.id, by: open.requestedByName, at: open.requestedAt.toISOString() },
  };
}

/** The outcome of an earlier submission of the same form; with other values, of another one that took its id. */
function sameOrInvalid(
  ctx: Ctx,
  request: RefundRequest,
  sent: Pick<RefundSubmission, "transactionId" | "reference" | "amountPaise" | "reason"> & {
    note: string | null;
  },
): CreateRequestOutcome {
  const isSame =
    request.requestedById === ctx.actor.userId &&
    request.transactionId === sent.transactionId &&
    request.reference === sent.reference &&
    request.requestedPaise === sent.amountPaise &&
    request.reason === sent.reason &&
    request.note === sent.note;
  return isSame ? { kind: "requested", requestId: request.id } : OTHER_VALUES;
}

const OTHER_VALUES = { kind: "invalid", field: "form", fault: "other_values" } as const;
