import { z } from "zod";
import { missingFrom } from "@/lib/can";
import type { RoleOutcome } from "@/lib/people/role-views";
import { inTransaction } from "@/server/platform/transaction";
import { deleteApprovalRulesOf } from "../../approvals/store";
import { recordAudit } from "../../audit/store";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { stopSharingWith } from "../../views/store";
import { describeRole } from "../domain/describe-role";
import { deleteRole as deleteStored, listPeopleWith, lockRole } from "../store/roles";
import { holdRoles } from "./given-role";

const schema = z.object({ id: z.uuid().toLowerCase(), version: z.int() });

/** Deletes a role that nobody has, with its thresholds, and ends the sharing of views with it. A person who is deactivated still has their role. */
export async function deleteRole(ctx: Ctx, input: unknown): Promise<RoleOutcome> {
  const parsed = schema.safeParse(input);
  const subject = { kind: "role", id: parsed.success ? parsed.data.id : "" } as const;
  if (!(await authorize(ctx, "manage_people", subject))) return { kind: "forbidden" };
  if (!parsed.success) return { kind: "not_found" };
  const { id, version } = parsed.data;
  return inTransaction(ctx.pool, async (db): Promise<RoleOutcome> => {
    const own = await holdRoles(db, ctx);
    if (own === null) return { kind: "forbidden" };
    // Its thresholds first: setting one locks them before the role.
    await deleteApprovalRulesOf(db, "");
    const role = await lockRole(db, id);
    if (role === null) return { kind: "not_found" };
    const missing = missingFrom(own, role);
    if (missing.length > 0) return { kind: "exceeds", missing, isBefore: true };
    if (role.version !== version) return { kind: "overtaken" };
    const people = await listPeopleWith(db, id);
    if (people.length > 0) return { kind: "in_use", people: people.map(({ name }) => name) };
    await deleteApprovalRulesOf(db, id);
    await deleteStored(db, id);
    const at = ctx.clock.now();
    // Views follow the role: whoever shares a view with it locks the role first, so none is shared with it from now on.
    for (const viewId of await stopSharingWith(db, id))
      await recordAudit(db, {
        at,
        actor: ctx.actor,
        action: "view_sharing_stopped",
        subject: { kind: "saved_view", id: viewId },
        detail: { sharedWith: role.name },
        requestId: ctx.requestId,
      });
    await recordAudit(db, {
      at,
      actor: ctx.actor,
      action: "role_deleted",
      subject,
      detail: { name: role.name, before: describeRole(role), after: null },
      requestId: ctx.requestId,
    });
    return { kind: "deleted" };
  });
}
