import type { WorkKind } from "@/lib/queues/work-kinds";
import type { Db } from "@/server/platform/pool";
import { recordAudit } from "../../audit/store";
import type { Ctx } from "../../context";
import { clearAssignee } from "./work-items";

/**
 * Makes a person's items of these kinds nobody's, in the transaction that deactivates the person or changes the role, with
 * an audit entry for each. The caller has locked the person's row.
 */
export async function unassignPerson(
  db: Db,
  ctx: Ctx,
  person: { id: string; name: string; kinds: readonly WorkKind[]; at: Date },
): Promise<void> {
  if (person.kinds.length === 0) return;
  for (const { kind, itemId, reference, transactionId } of await clearAssignee(db, person.id, person.kinds)) {
    await recordAudit(db, {
      at: person.at,
      actor: ctx.actor,
      action: "work_unassigned",
      subject: { kind: "work_item", id: itemId },
      detail: {
        kind,
        reference,
        ...(transactionId !== null && { transactionId }),
        from: person.name,
        to: null,
      },
      requestId: ctx.requestId,
    });
  }
}
