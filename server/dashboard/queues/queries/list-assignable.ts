import type { AssignableView } from "@/lib/queues/work-views";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { listActivePeople } from "../store/work-items";

/** Active people by name; `mayView` says for a kind whether its items may be assigned to a role. */
export async function listAssignable(ctx: Ctx): Promise<AssignableView[]> {
  await requirePermission(ctx, "view_refunds", { kind: "work_queue", id: "" });
  return listActivePeople(ctx.pool);
}
