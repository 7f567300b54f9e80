import { randomUUID } from "node:crypto";
import type { StartCustomerSearchInput, StartCustomerSearchOutcome } from "@/lib/payments/payment-list-views";
import { codePointLength, isStorableText, MAX_REFERENCE_CODE_POINTS } from "@/lib/text";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../../audit/store";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { insertCustomerSearch } from "../store/customer-searches";
import { deleteExpiredContacts } from "../store/expired-contacts";

/** How long the contact is stored, and so how long a page of its payments can be reloaded. */
const KEEP_MS = 30 * 60_000;

/**
 * Starts a search by a customer's e-mail address or phone number. The contact stays on the server, and the URL gets an
 * id that works for this session alone (decision 0110). The audit log records that a person searched, not for whom.
 */
export async function startCustomerSearch(
  ctx: Ctx,
  input: StartCustomerSearchInput,
): Promise<StartCustomerSearchOutcome> {
  const id = randomUUID();
  const subject = { kind: "customer_search", id } as const;
  if (!(await authorize(ctx, "view_payments", subject))) return { kind: "forbidden" };
  const value = input.value.trim();
  if (value === "") return { kind: "invalid", fault: "blank" };
  if (codePointLength(value) > MAX_REFERENCE_CODE_POINTS) return { kind: "invalid", fault: "too_long" };
  if (!isStorableText(value)) return { kind: "invalid", fault: "not_a_text" };

  const field = value.includes("@") ? "email" : "phone";
  const at = ctx.clock.now();
  await inTransaction(ctx.pool, async (db) => {
    await deleteExpiredContacts(db, at);
    const expiresAt = new Date(at.getTime() + KEEP_MS);
    await insertCustomerSearch(db, { id, sessionId: ctx.actor.sessionId, field, value, expiresAt });
    await recordAudit(db, {
      at,
      actor: ctx.actor,
      action: "customer_searched",
      subject,
      detail: { field },
      requestId: ctx.requestId,
    });
  });
  return { kind: "begun", searchId: id };
}
