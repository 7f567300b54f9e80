import { z } from "zod";
import { hasCardNumber } from "@/lib/card-number";
import { formatPaise } from "@/lib/money";
import {
  mayView,
  type Team,
  TEAM_PERMISSIONS,
  WORK_KIND_NAMES,
  WORK_KINDS,
  type WorkKind,
  worksOn,
} from "@/lib/queues/work-kinds";
import {
  MAX_WORK_REASON,
  type WorkOutcomeView,
  type WorkReasonFault,
  type WorkState,
} from "@/lib/queues/work-views";
import { err, ok, type Result } from "@/lib/result";
import { codePointLength, isAcceptedText, isStorableText } from "@/lib/text";
import type { Db } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import { type AuditAction, type AuditEntry, recordAudit } from "../../audit/store";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { mayWork, presentItem, type WorkItem } from "../domain/work-item";
import { fetchedNothing, fetchOne } from "../queries/fetch-items";
import { findWork } from "../store/open-items";
import { notifyAssignee } from "../store/notify-assignee";
import { isServiceKind } from "../store/sources";
import { lockAssignable, type WorkChange, writeWork } from "../store/work-items";

const MAX_INT4 = 2 ** 31 - 1;
const targetSchema = z.looseObject({
  kind: z.enum(WORK_KIND_NAMES),
  itemId: z.string().min(1).max(255).refine(isStorableText),
  version: z
    .int()
    .min(0)
    .max(MAX_INT4 - 1),
  mark: z.string().max(500),
});
/** Findings have ids of the service, and are stored as it listed them (decision 0288). */
const storedIdSchema = (kind: WorkKind) => (kind === "finding" ? z.string() : z.uuid());

/** What a change makes of an item; a state replaces the one in force. */
type Change = {
  /** Undefined leaves it. */
  assigneeId?: string | null;
  state?: { name: WorkState; reason: string | null; returnsAt: Date | null };
  action: AuditAction;
  detail?: NonNullable<AuditEntry["detail"]>;
};

type Step<Input> = {
  input: z.ZodType<Input>;
  /** `team`: members of the item's team; `owner`: its assignee too. */
  by: "team" | "owner";
  /** It depends on what is wrong with the item, so a change of that since the page was shown prevents it. */
  needsSameMark: boolean;
  change: (input: Input, item: WorkItem) => Result<Change, WorkOutcomeView>;
};

/**
 * One change of an item of a queue (decision 0287). It is checked against the item as it is now, and stored only if nobody
 * has changed it since the page that sends it was shown; a request that is sent again finds its own change.
 */
export async function changeWork<Input>(
  ctx: Ctx,
  given: unknown,
  { input, by, needsSameMark, change }: Step<Input>,
): Promise<WorkOutcomeView> {
  const parsed = targetSchema.safeParse(given);
  const subject = { kind: "work_item", id: parsed.success ? parsed.data.itemId : "" } as const;
  if (!(await authorize(ctx, "view_refunds", subject))) return { kind: "forbidden" };
  const own = input.safeParse(given);
  if (!parsed.success || !own.success) return { kind: "invalid", field: "form", fault: "incomplete" };
  const { kind, itemId, version, mark } = parsed.data;
  if (!mayView(ctx.actor.role, kind)) {
    await authorize(ctx, WORK_KINDS[kind].view, subject);
    return { kind: "forbidden" };
  }
  if (!isServiceKind(kind) && !storedIdSchema(kind).safeParse(itemId).success)
    return { kind: "invalid", field: "form", fault: "incomplete" };
  const fetched = isServiceKind(kind) ? await fetchOne(ctx, kind, itemId) : ok(fetchedNothing(ctx));
  if (!fetched.ok) return { kind: "service_error", serviceError: fetched.error };

  const at = ctx.clock.now();
  const find = (db: Db) => findWork(db, at, fetched.value, { kind, itemId });
  let refused: Team | null = null;
  const outcome = await inTransaction(ctx.pool, async (db): Promise<WorkOutcomeView> => {
    const item = await find(db);
    if (item === null) return { kind: "ended" };
    if (!(by === "owner" ? mayWork(ctx.actor, item) : worksOn(ctx.actor.role, item))) {
      refused = item.team;
      return { kind: "forbidden" };
    }
    const wanted = change(own.data, item);
    if (!wanted.ok) return wanted.error;
    const changed: WorkOutcomeView = { kind: "changed", item: presentItem(item, ctx.actor) };
    if (needsSameMark && item.mark !== mark) return changed;
    if (isAlready(item, wanted.value, { actorId: ctx.actor.userId, version }))
      return { kind: "done", item: presentItem(item, ctx.actor) };
    if (item.version !== version) return changed;
    const assigned = await writeChange(db, ctx, item, wanted.value, at);
    const now = await find(db);
    if (now === null) return { kind: "ended" };
    const shown = presentItem(now, ctx.actor);
    if (assigned === "not_assignable") return { kind: "invalid", field: "person", fault: assigned };
    return assigned === "changed" ? { kind: "changed", item: shown } : { kind: "done", item: shown };
  });
  // Written to the audit log.
  if (refused !== null) await authorize(ctx, TEAM_PERMISSIONS[refused], subject);
  return outcome;
}

/**
 * The item is already as wanted: the request was sent again, or somebody else did the same. A page that shows the item as it
 * is sends no request again: it wants another time.
 */
function isAlready(
  item: WorkItem,
  { assigneeId, state }: Change,
  { actorId, version }: { actorId: string; version: number },
): boolean {
  if (state === undefined) return assigneeId === item.assigneeId;
  const isSame = item.state === state.name && (state.name === "open" || item.reason === state.reason);
  return (
    isSame &&
    (state.name === "open"
      ? item.storedState === "open"
      : item.stateById === actorId && item.version !== version)
  );
}

/** What an assignment leaves as it is. An item that is open again stays open. */
function stateInForce(item: WorkItem): Omit<WorkChange, "assigneeId"> {
  const { state, reason, stateById, stateAt, returnsAt } = item;
  return state === "open"
    ? { state, reason: null, stateById, stateAt, returnsAt: null }
    : { state, reason, stateById, stateAt, returnsAt };
}

/** The change with its audit entry and its notification, in the caller's transaction. */
async function writeChange(
  db: Db,
  ctx: Ctx,
  item: WorkItem,
  { assigneeId = item.assigneeId, state, action, detail = {} }: Change,
  at: Date,
): Promise<"done" | "changed" | "not_assignable"> {
  const isNew = assigneeId !== null && assigneeId !== item.assigneeId;
  // A second person has to do it, and would not see it.
  if (isNew && item.notForIds.includes(assigneeId)) return "not_assignable";
  const person = isNew ? await lockAssignable(db, assigneeId, item.kind) : null;
  if (isNew && person === null) return "not_assignable";
  const stored: WorkChange =
    state === undefined
      ? { ...stateInForce(item), assigneeId }
      : {
          assigneeId,
          state: state.name,
          reason: state.reason,
          returnsAt: state.returnsAt,
          stateById: ctx.actor.userId,
          stateAt: at,
        };
  if (!(await writeWork(db, item, stored, at))) return "changed";
  if (person !== null) await notifyAssignee(db, item, { person, by: ctx.actor, at });
  await recordAudit(db, {
    at,
    actor: ctx.actor,
    action,
    subject: { kind: "work_item", id: item.itemId },
    detail: {
      kind: item.kind,
      reference: item.reference,
      ...(item.transactionId !== null && { transactionId: item.transactionId }),
      ...(item.amountPaise !== null && {
        amount: formatPaise(item.amountPaise),
        currency: item.currency ?? "",
      }),
      ...(assigneeId !== item.assigneeId && {
        from: item.assigneeName,
        to: person?.name ?? null,
      }),
      ...detail,
    },
    requestId: ctx.requestId,
  });
  return "done";
}

/** What an item waits for, or why it is done: trimmed, and needed. */
export function readWorkReason(given: string): Result<string, WorkReasonFault> {
  const text = given.replace(/\s+/g, " ").trim();
  if (text === "") return err("missing");
  if (!isAcceptedText(text)) return err("characters");
  if (codePointLength(text) > MAX_WORK_REASON) return err("too_long");
  // The text is in the audit log too, from which nothing can be erased.
  return hasCardNumber(text) ? err("card_number") : ok(text);
}
