import { createHash } from "node:crypto";
import { z } from "zod";
import { formatPaise } from "@/lib/money";
import {
  MAX_REQUESTED_AT_ONCE,
  type RequestedPayment,
  type RequestRefundsInput,
  type RequestRefundsOutcome,
} from "@/lib/requests/request-views";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { unaskable } from "../../payments/domain";
import { checkReason, readRefundable } from "../../refunds";
import type { RefundRequest } from "../domain/request";
import { findOpenRequest, findRequest } from "../store/requests";
import { readRequestText } from "./request-text";
import { writeRequest } from "./write-request";

/** The service answers more at once, but a selection must not crowd out refunds. */
const AT_ONCE = 5;

const identifier = z.string().refine((text) => unaskable(text) === null);
const inputSchema = z.object({
  batchId: z.uuid().transform((id) => id.toLowerCase()),
  targets: z
    .array(z.object({ reference: identifier, transactionId: identifier }))
    .min(1)
    .max(MAX_REQUESTED_AT_ONCE),
  reason: z.string(),
  reasonCode: z.string().nullable(),
  note: z.string(),
}) satisfies z.ZodType<RequestRefundsInput>;

type Target = RequestRefundsInput["targets"][number];
/** `selection`: of more than one payment. */
type Values = {
  batchId: string;
  selection: { batchId: string; size: number } | null;
  reason: string | null;
  reasonCode: string | null;
  note: string | null;
};

/**
 * Requests all that is left of each selected payment, with one reason and note (decision 0278). Each becomes an ordinary
 * request, in a transaction of its own: after a crash or a lost response, the same submission makes the missing ones, and
 * none twice. A payment that cannot be requested says why and does not stop the others.
 */
export async function requestRefunds(ctx: Ctx, input: unknown): Promise<RequestRefundsOutcome> {
  if (!(await authorize(ctx, "request_refund", { kind: "payment_list", id: "" })))
    return { kind: "forbidden" };
  const parsed = inputSchema.safeParse(input);
  if (!parsed.success) return { kind: "invalid", field: "form", fault: "incomplete" };
  const { batchId, targets } = parsed.data;
  const note = readRequestText(parsed.data.note, { isNeeded: false });
  if (!note.ok)
    return { kind: "invalid", field: "note", fault: note.error === "missing" ? "characters" : note.error };
  const chosen = await checkReason(ctx, parsed.data);
  if (!chosen.ok) return chosen.error;

  const distinct = [...new Map(targets.map((target) => [target.transactionId, target])).values()];
  const selection = distinct.length > 1 ? { batchId, size: distinct.length } : null;
  const values = { batchId, selection, ...chosen.value, note: note.value };
  const payments: RequestedPayment[] = [];
  for (let at = 0; at < distinct.length; at += AT_ONCE) {
    const some = distinct.slice(at, at + AT_ONCE);
    payments.push(...(await Promise.all(some.map((target) => requestOne(ctx, target, values)))));
  }
  return { kind: "done", payments };
}

async function requestOne(ctx: Ctx, target: Target, values: Values): Promise<RequestedPayment> {
  const { reference, transactionId } = target;
  const payment = { reference, transactionId };
  const id = idOf(ctx, target, values);
  const earlier = await findRequest(ctx.pool, id);
  if (earlier !== null) return requested(payment, earlier);
  const refundable = await readRefundable(ctx, payment);
  if (refundable.kind !== "refundable") return { ...payment, ...refundable };

  const { serviceAddress } = ctx.routing;
  const { reason, reasonCode, note } = values;
  const { currency, isTest } = refundable;
  const written = await writeRequest(
    ctx,
    refundable,
    {
      id,
      serviceAddress,
      ...payment,
      amountPaise: null,
      currency,
      isTest,
      reason,
      reasonCode,
      note,
      requestedById: ctx.actor.userId,
      requestedAt: ctx.clock.now(),
    },
    values.selection,
  );
  switch (written.kind) {
    case "written":
      return {
        ...payment,
        kind: "requested",
        requestId: id,
        amount: formatPaise(written.amountPaise),
        currency,
      };
    case "exceeds":
      return { ...payment, kind: "nothing_left" };
    case "no_decimals":
      throw new Error("all that is left is no part of it");
    case "other_form":
      throw new Error("the id of a selection's request is that of another form");
    case "exists":
      break;
  }
  const own = await findRequest(ctx.pool, id);
  if (own !== null) return requested(payment, own);
  const open = await findOpenRequest(ctx.pool, { serviceAddress, transactionId });
  // Decided since: the same submission can be sent again.
  if (open === null) return requestOne(ctx, target, values);
  const { requestedByName, requestedAt } = open;
  return {
    ...payment,
    kind: "already_open",
    open: { requestId: open.id, by: requestedByName, at: requestedAt.toISOString() },
  };
}

const requested = (payment: Target, { id, requestedPaise, currency }: RefundRequest): RequestedPayment => ({
  ...payment,
  kind: "requested",
  requestId: id,
  amount: formatPaise(requestedPaise),
  currency,
});

/**
 * Gives the same id, a version 8 UUID, to the same payment and values of one submission by one person, so that the
 * primary key refuses a second request.
 */
function idOf(ctx: Ctx, target: Target, { batchId, reason, reasonCode, note }: Values): string {
  const named = [
    ctx.actor.userId,
    ctx.routing.serviceAddress,
    batchId,
    target.reference,
    target.transactionId,
    reason,
    reasonCode,
    note,
  ];
  const hex = createHash("sha256").update(JSON.stringify(named)).digest("hex");
  const [a, b, c, d, e] = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 15),
    hex.slice(15, 18),
    hex.slice(18, 30),
  ];
  return `${a}-${b}-8${c}-8${d}-${e}`;
}
