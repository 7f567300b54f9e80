import { formatPaise } from "@/lib/money";
import type { RequestEventKind } from "@/lib/requests/request-views";
import type { RequestState } from "@/lib/requests/request-state";
import type { Db } from "@/server/platform/pool";
import { type AuditAction, recordAudit } from "../../audit/store";
import type { Ctx } from "../../context";
import { REQUEST_ANSWERS } from "@/lib/notifications/details";
import { notify } from "../../notifications/store";
import type { RefundRequest } from "../domain/request";
import { findLastQuestioner, insertRequestEvent } from "./request-events";
import { updateRequest } from "./requests";

type StepKind = Exclude<RequestEventKind, "requested">;

const STATES: Record<StepKind, RequestState | null> = {
  question: "QUESTION",
  answer: "OPEN",
  /** Leaves the state as it is. */
  amount: null,
  accepted: "ACCEPTED",
  declined: "DECLINED",
  withdrawn: "WITHDRAWN",
};

const ACTIONS = {
  question: "refund_request_questioned",
  answer: "refund_request_replied",
  amount: "refund_request_amount_changed",
  accepted: "refund_request_accepted",
  declined: "refund_request_declined",
  withdrawn: "refund_request_withdrawn",
} as const satisfies Record<StepKind, AuditAction>;

export type RequestStep = {
  kind: StepKind;
  at: Date;
  text: string | null;
  /** Changes the amount. */
  amountPaise?: bigint;
  /** The form of the refund of an accepted request. */
  intentId?: string;
  /** The acceptance follows in the same transaction, and its notification names the amount. */
  isPartOfAcceptance?: boolean;
};

/**
 * Moves a request on, with its event, its audit entry and, where the requester or who asked has to know, a notification, in the
 * caller's transaction. The caller has locked the request's row and checked that the step is possible.
 */
export async function writeRequestStep(
  db: Db,
  ctx: Ctx,
  request: RefundRequest,
  step: RequestStep,
): Promise<void> {
  const { kind, at, text } = step;
  const amountPaise = step.amountPaise ?? request.amountPaise;
  const state = STATES[kind] ?? request.state;
  const isDecided = state !== "OPEN" && state !== "QUESTION";
  const byId = ctx.actor.userId;
  await updateRequest(db, request.id, {
    state,
    amountPaise,
    decided: isDecided ? { byId, at } : null,
    intentId: step.intentId ?? request.intentId,
  });
  await insertRequestEvent(db, request.id, { kind, at, byId, text, amountPaise });
  if (isAnswer(kind) && step.isPartOfAcceptance !== true)
    await notifyRequester(db, ctx, request, { kind, at, amountPaise });
  if (kind === "answer") await notifyQuestioner(db, ctx, request, at);
  await recordAudit(db, {
    at,
    actor: ctx.actor,
    action: ACTIONS[kind],
    subject: { kind: "refund_request", id: request.id },
    detail: {
      transactionId: request.transactionId,
      reference: request.reference,
      amount: formatPaise(amountPaise),
      currency: request.currency,
      requestedBy: request.requestedByName,
      ...(text !== null && { note: text }),
      ...(kind === "amount" && { before: formatPaise(request.amountPaise), after: formatPaise(amountPaise) }),
      ...(step.intentId !== undefined && { intentId: step.intentId }),
    },
    requestId: ctx.requestId,
  });
}

type Answer = (typeof REQUEST_ANSWERS)[number];

function isAnswer(kind: string): kind is Answer {
  return REQUEST_ANSWERS.some((answer) => answer === kind);
}

async function notifyRequester(
  db: Db,
  ctx: Ctx,
  request: RefundRequest,
  step: { kind: Answer; at: Date; amountPaise: bigint },
): Promise<void> {
  await notify(db, {
    event: "refund_request_answered",
    detail: {
      requestId: request.id,
      reference: request.reference,
      transactionId: request.transactionId,
      amount: formatPaise(step.amountPaise),
      currency: request.currency,
      answer: step.kind,
      answeredBy: ctx.actor.name,
    },
    at: step.at,
    to: { people: [request.requestedById] },
    except: ctx.actor.userId,
    dedupeKey: `refund_request_answered ${request.id} ${step.kind} ${step.at.toISOString()}`,
  });
}

async function notifyQuestioner(db: Db, ctx: Ctx, request: RefundRequest, at: Date): Promise<void> {
  const questioner = await findLastQuestioner(db, request.id);
  if (questioner === null) return;
  await notify(db, {
    event: "refund_request_replied",
    detail: {
      requestId: request.id,
      reference: request.reference,
      transactionId: request.transactionId,
      amount: formatPaise(request.amountPaise),
      currency: request.currency,
      repliedBy: ctx.actor.name,
    },
    at,
    to: { people: [questioner] },
    except: ctx.actor.userId,
    dedupeKey: `refund_request_replied ${request.id} ${at.toISOString()}`,
  });
}
