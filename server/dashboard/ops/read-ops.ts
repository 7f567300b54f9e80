import type { OpsArguments, OpsName, OpsResult } from "@/lib/contract/ops";
import type { OpsRead } from "@/lib/ops-outcomes";
import type { ServiceError } from "@/lib/service-error";
import type { Ctx } from "../context";
import { refusalError, serviceErrorOf } from "../routing-client/call-result";
import { notOfferedOr } from "../routing-client/capabilities";

/**
 * One read of the ops extension, for a query that has checked the permission. Throws nothing for a failure of the
 * service: a missing operation, an unavailable service and a refused request are separate cases (decision 0040).
 */
export async function readOps<N extends OpsName>(
  ctx: Ctx,
  name: N,
  fields: OpsArguments<N>,
): Promise<OpsRead<OpsResult<N>>> {
  const missing = await whyNotOffered(ctx, name);
  if (missing !== null) return missing;
  const response = await ctx.routing.ops(name, fields);
  switch (response.kind) {
    case "answered":
      return { kind: "found", value: response.value, readAt: ctx.clock.now().toISOString() };
    case "not_sent":
    case "unknown":
      return { kind: "service_error", serviceError: serviceErrorOf(response) };
    case "refused":
      break;
  }
  const { refusal } = response;
  const serviceError = refusalError(refusal);
  if (serviceError !== null) return { kind: "service_error", serviceError };
  if (refusal.kind === "not_found") return { kind: "not_found" };
  return {
    kind: "refused",
    message: "message" in refusal ? refusal.message : "",
    faults: "faults" in refusal ? refusal.faults : [],
  };
}

/** Null when the service has the operation. A service error if its operations could not be fetched since the start. */
export async function whyNotOffered(
  ctx: Ctx,
  name: OpsName,
): Promise<
  | { kind: "not_offered"; serviceAddress: string }
  | { kind: "service_error"; serviceError: ServiceError }
  | null
> {
  const capabilities = await ctx.routing.capabilities();
  if (capabilities.offers(name)) return null;
  const missing = notOfferedOr(capabilities);
  return missing.kind === "service_error"
    ? missing
    : { ...missing, serviceAddress: ctx.routing.serviceAddress };
}
