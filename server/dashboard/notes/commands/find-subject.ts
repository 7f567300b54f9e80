import { z } from "zod";
import type { NoteSubject } from "@/lib/notes/note-views";
import { isIntentId } from "../domain/note";
import { findApproval } from "../../approvals/store";
import { findRunNames } from "../../bulk/store";
import type { Ctx } from "../../context";
import { unaskable } from "../../payments/domain";
import { findIntent, findTracked } from "../../refunds/store";

const uuidSchema = z.uuid();

/**
 * Whether the subject of a new note exists, and the payment that it is about. A payment is not looked up: without the
 * ops extension the service needs its reference, and the page that sends the note has just shown it.
 */
export async function findSubject(
  ctx: Ctx,
  { kind, id }: NoteSubject,
): Promise<{ transactionId: string | null } | null> {
  switch (kind) {
    case "payment":
      return unaskable(id) === null ? { transactionId: id } : null;
    case "refund": {
      if (unaskable(id) !== null) return null;
      const { serviceAddress } = ctx.routing;
      const refund = await findTracked(ctx.pool, { serviceAddress, refundId: id });
      return refund === null ? null : { transactionId: refund.transactionId };
    }
    case "refund_intent": {
      const intent = isIntentId(id) ? await findIntent(ctx.pool, id) : null;
      return intent === null ? null : { transactionId: intent.transactionId };
    }
    case "approval": {
      if (!uuidSchema.safeParse(id).success) return null;
      const approval = await findApproval(ctx.pool, id);
      if (approval === null) return null;
      return { transactionId: approval.kind === "refund" ? approval.transactionId : null };
    }
    case "bulk_run": {
      const runs = uuidSchema.safeParse(id).success ? await findRunNames(ctx.pool, [id]) : new Map();
      return runs.size === 0 ? null : { transactionId: null };
    }
  }
}
