import type { OpsResult } from "@/lib/contract/ops";
import type { OpsRead } from "@/lib/ops-outcomes";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { readOps } from "../../ops/read-ops";
import { findNames } from "../../people/store";

/** What each gateway charges; people by name, where this dashboard knows them. */
export async function listFees(ctx: Ctx): Promise<OpsRead<OpsResult<"gateways.fees">>> {
  await requirePermission(ctx, "view_gateways", { kind: "gateway", id: "fees" });
  const read = await readOps(ctx, "gateways.fees", {});
  if (read.kind !== "found") return read;
  const { gateways } = read.value;
  const emails = gateways.flatMap(({ changed_by: by }) => (by === null ? [] : [by]));
  const names = await findNames(ctx.pool, [...new Set(emails)]);
  return {
    ...read,
    value: {
      ...read.value,
      gateways: gateways.map((list) => ({
        ...list,
        changed_by: list.changed_by === null ? null : (names.get(list.changed_by) ?? list.changed_by),
      })),
    },
  };
}
