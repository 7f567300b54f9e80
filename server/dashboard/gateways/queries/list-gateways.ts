import type { OpsResult } from "@/lib/contract/ops";
import type { OpsRead } from "@/lib/ops-outcomes";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { readOps } from "../../ops/read-ops";

/** The gateways: capabilities, state, and the results of the merchant's recent payments there. */
export async function listGateways(ctx: Ctx): Promise<OpsRead<OpsResult<"gateways.list">>> {
  await requirePermission(ctx, "view_gateways", { kind: "gateway", id: "list" });
  return readOps(ctx, "gateways.list", {});
}
