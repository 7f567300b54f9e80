import type { z } from "zod";
import type { Permission, Role } from "@/lib/can";
import type { OpsArguments, OpsName, OpsResult } from "@/lib/contract/ops";
import type { ActionOutcome } from "@/lib/ops-outcomes";
import { type AuditDetail, type AuditSubject, recordAudit, type ServiceAction } from "../audit/store";
import { authorize, mayGive } from "../auth/authorize";
import type { Ctx } from "../context";
import { whyNotOffered } from "./read-ops";
import { type Called, refusalError, serviceErrorOf } from "../routing-client/call-result";

type Detail = AuditDetail;

type ServiceActionPlan<N extends OpsName, I> = {
  /** The operation to call. */
  operation: N;
  permission: Permission;
  /** Its name in the audit log. */
  action: ServiceAction;
  input: z.ZodType<I>;
  /** What the result lets its holder or receiver do: the person's own role has to cover it. */
  gives?: (input: I) => Role | null | Promise<Role | null>;
  subject: (input: I | null) => AuditSubject;
  /** What is requested, for the audit log; never a secret. */
  detail: (input: I) => Detail | Promise<Detail>;
  fields: (input: I) => OpsArguments<N>;
  /** What the response adds to the audit log; never a secret. */
  detailOf?: (value: OpsResult<N>) => Detail;
};

/**
 * One action at the service, audited on both sides of the call (0127): the request before, the outcome after. If the
 * first entry cannot be written nothing is sent (failure 38); if only the second cannot, the outcome is still returned,
 * because it may hold a secret that is shown once.
 */
export async function doAtService<N extends OpsName, I>(
  ctx: Ctx,
  raw: unknown,
  plan: ServiceActionPlan<N, I>,
): Promise<ActionOutcome<OpsResult<N>>> {
  const parsed = plan.input.safeParse(raw);
  const subject = plan.subject(parsed.success ? parsed.data : null);
  if (!(await authorize(ctx, plan.permission, subject))) return { kind: "forbidden" };
  if (!parsed.success) return { kind: "malformed" };
  const given = (await plan.gives?.(parsed.data)) ?? null;
  if (given !== null && !(await mayGive(ctx, given, subject))) return { kind: "forbidden" };
  const missing = await whyNotOffered(ctx, plan.operation);
  if (missing?.kind === "not_offered") return { kind: "not_offered" };
  if (missing !== null) return { kind: "not_sent", serviceError: missing.serviceError };

  const detail = await plan.detail(parsed.data);
  const write = (stage: "requested" | Stage, more: Detail): Promise<void> =>
    recordAudit(ctx.pool, {
      at: ctx.clock.now(),
      actor: ctx.actor,
      action: `${plan.action}_${stage}`,
      subject,
      detail: { ...detail, ...more },
      requestId: ctx.requestId,
    });

  await write("requested", {});
  const response = await ctx.routing.ops(plan.operation, plan.fields(parsed.data));
  const outcome = outcomeOf(response);
  const more = outcome.kind === "done" ? (plan.detailOf?.(outcome.value) ?? {}) : wordsOf(outcome);
  await write(stageOf(outcome), more).catch((error: unknown) => {
    ctx.logger.error({ err: error, action: plan.action }, "the outcome of an action could not be audited");
  });
  return outcome;
}

type Called200<T> = Exclude<
  ActionOutcome<T>,
  { kind: "not_offered" | "malformed" | "forbidden" | "signed_out" }
>;

function outcomeOf<T>(response: Called<T>): Called200<T> {
  switch (response.kind) {
    case "answered":
      return { kind: "done", value: response.value };
    case "not_sent":
      return { kind: "not_sent", serviceError: serviceErrorOf(response) };
    case "unknown":
      return { kind: "unknown" };
    case "refused":
      break;
  }
  const { refusal } = response;
  switch (refusal.kind) {
    case "key_refused":
    case "busy":
      return { kind: "not_sent", serviceError: refusalError(refusal) ?? { kind: "unavailable" } };
    case "not_found":
      return { kind: "not_found" };
    case "conflict":
      return { kind: "conflict", message: refusal.message };
    case "invalid":
    case "rejected":
      return { kind: "refused", message: refusal.message, faults: refusal.faults };
  }
}

type Stage = "done" | "refused" | "not_sent" | "unknown";

function stageOf(outcome: Called200<unknown>): Stage {
  switch (outcome.kind) {
    case "done":
    case "refused":
    case "not_sent":
    case "unknown":
      return outcome.kind;
    case "conflict":
    case "not_found":
      return "refused";
  }
}

const MAX_WORDS = 500;

function wordsOf(outcome: Called200<unknown>): Detail {
  if ("message" in outcome) return { serviceSaid: outcome.message.slice(0, MAX_WORDS) };
  return outcome.kind === "not_found" ? { serviceSaid: "not found" } : {};
}
