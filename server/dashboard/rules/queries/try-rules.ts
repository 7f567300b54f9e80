import { z } from "zod";
import type { OpsArguments, OpsResult } from "@/lib/contract/ops";
import type { OpsRead } from "@/lib/ops-outcomes";
import { withKindNames } from "@/lib/payments/kind-name";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { readOps } from "../../ops/read-ops";

/** The service validates the fields and names invalid ones; here only a value that is no object is refused. */
const simulateSchema = z.custom<OpsArguments<"rules.simulate">>(isObject);
const replaySchema = z.custom<OpsArguments<"rules.replay">>(isObject);

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

type RuleTrial<T> = OpsRead<T> | { kind: "forbidden" } | { kind: "malformed" };

/** Where rules, saved or not, would route a sample payment. Changes nothing. */
export async function simulateRules(
  ctx: Ctx,
  input: unknown,
): Promise<RuleTrial<OpsResult<"rules.simulate">>> {
  if (!(await authorize(ctx, "manage_rules", { kind: "rules", id: "simulate" })))
    return { kind: "forbidden" };
  const parsed = simulateSchema.safeParse(input);
  if (!parsed.success) return { kind: "malformed" };
  const read = await readOps(ctx, "rules.simulate", parsed.data);
  if (read.kind !== "found") return read;
  const rules = read.value.rules.map((verdict) => ({
    ...verdict,
    mismatches: verdict.mismatches.map((mismatch) => ({
      ...mismatch,
      wanted: withKindNames(mismatch.field, mismatch.wanted),
      actual: mismatch.actual && withKindNames(mismatch.field, mismatch.actual),
    })),
  }));
  return { ...read, value: { ...read.value, rules } };
}

/** Where rules, saved or not, would route the last payments. Changes nothing. */
export async function replayRules(ctx: Ctx, input: unknown): Promise<RuleTrial<OpsResult<"rules.replay">>> {
  if (!(await authorize(ctx, "manage_rules", { kind: "rules", id: "replay" }))) return { kind: "forbidden" };
  const parsed = replaySchema.safeParse(input);
  return parsed.success ? readOps(ctx, "rules.replay", parsed.data) : { kind: "malformed" };
}
