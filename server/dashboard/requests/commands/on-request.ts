import { z } from "zod";
import type { Permission } from "@/lib/can";
import type { RequestOutcome } from "@/lib/requests/request-views";
import type { Result } from "@/lib/result";
import { inTransaction } from "@/server/platform/transaction";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { isUndecided, type RefundRequest } from "../domain/request";
import { lockRequest } from "../store/requests";
import { type RequestStep, writeRequestStep } from "../store/write-request-step";

const inputSchema = z.object({ requestId: z.uuid().transform((id) => id.toLowerCase()), text: z.string() });

type Step = {
  permission: Permission;
  /** Who may do it: the requester, or everybody else with the permission. */
  by: "requester" | "others";
  /** The step, from the text as typed and the request as it is now; an error is returned to the user. */
  stepOf: (text: string, request: RefundRequest) => Result<Omit<RequestStep, "at"> | null, RequestOutcome>;
};

/**
 * One step on a request: permission first, then under the row's lock that it is the right person's and still waits. A step
 * that changes nothing (null) is done.
 */
export async function onRequest(ctx: Ctx, input: unknown, step: Step): Promise<RequestOutcome> {
  const given = readStep(input);
  const subject = { kind: "refund_request", id: given?.requestId ?? "" } as const;
  if (!(await authorize(ctx, step.permission, subject))) return { kind: "forbidden" };
  if (given === null) return { kind: "invalid", field: "form", fault: "incomplete" };
  const { requestId, text } = given;

  const at = ctx.clock.now();
  return inTransaction(ctx.pool, async (db): Promise<RequestOutcome> => {
    const request = await lockRequest(db, requestId);
    if (request === null) return { kind: "not_found" };
    const isOwn = request.requestedById === ctx.actor.userId;
    if (isOwn && step.by === "others") return { kind: "own" };
    if (!isOwn && step.by === "requester") return { kind: "not_own" };
    if (!isUndecided(request, at)) return closed(request);
    const wanted = step.stepOf(text, request);
    if (!wanted.ok) return wanted.error;
    if (wanted.value !== null) await writeRequestStep(db, ctx, request, { ...wanted.value, at });
    return { kind: "done" };
  });
}

export function closed(request: RefundRequest): RequestOutcome {
  return { kind: "closed", state: request.state, by: request.decidedByName };
}

/** Null when it is no step at all. */
export function readStep(input: unknown): z.infer<typeof inputSchema> | null {
  return inputSchema.safeParse(input).data ?? null;
}
