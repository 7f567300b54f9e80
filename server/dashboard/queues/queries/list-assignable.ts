import type { Role } from "@/lib/can";
import { ROLES } from "@/lib/can";
import { rolesOf, WORK_KIND_NAMES, type WorkKind } from "@/lib/queues/work-kinds";
import type { AssignableView } from "@/lib/queues/work-views";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { listAssignable as list } from "../store/work-items";

/** People to whom items of each kind may be assigned, by name. */
export async function listAssignable(ctx: Ctx): Promise<Record<WorkKind, AssignableView[]>> {
  await requirePermission(ctx, "view_refunds", { kind: "work_queue", id: "" });
  const people = await list(ctx.pool, ROLES);
  return Object.fromEntries(
    WORK_KIND_NAMES.map((kind) => {
      const roles: readonly Role[] = rolesOf(kind);
      return [
        kind,
        people
          .filter(({ role }) => roles.some((one) => one === role))
          .map(({ personId, name }) => ({ personId, name })),
      ];
    }),
  ) as Record<WorkKind, AssignableView[]>;
}
