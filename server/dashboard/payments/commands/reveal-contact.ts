import { z } from "zod";
import type { RevealOutcome } from "@/lib/payments/payment-detail-view";
import { recordAudit } from "../../audit/store";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { identifierFault } from "../domain/reference";
import { serviceErrorOf } from "../../routing-client/call-result";
import { notOfferedOr } from "../../routing-client/capabilities";

const inputSchema = z.object({ transactionId: z.string() });

/**
 * Reveals a customer's e-mail address, phone number and name, once, to the person who requested it. The audit entry is
 * written first: without it nothing is revealed (failure 38). The log holds which parts there were, never their text.
 */
export async function revealContact(ctx: Ctx, input: unknown): Promise<RevealOutcome> {
  const parsed = inputSchema.safeParse(input);
  const transactionId = parsed.success ? parsed.data.transactionId : "";
  if (!(await authorize(ctx, "reveal_contact", { kind: "payment", id: transactionId }))) {
    return { kind: "forbidden" };
  }
  if (identifierFault(transactionId, "transaction id") !== null) return { kind: "not_found" };
  const capabilities = await ctx.routing.capabilities();
  if (!capabilities.offers("payments.get")) return notOfferedOr(capabilities);

  const response = await ctx.routing.ops("payments.get", { transaction_id: transactionId });
  if (response.kind !== "answered") {
    const isMissing = response.kind === "refused" && response.refusal.kind === "not_found";
    return isMissing
      ? { kind: "not_found" }
      : { kind: "service_error", serviceError: serviceErrorOf(response) };
  }
  const { email, phone, name } = response.value.customer;
  await recordAudit(ctx.pool, {
    at: ctx.clock.now(),
    actor: ctx.actor,
    action: "contact_revealed",
    subject: { kind: "payment", id: transactionId },
    detail: { email: email !== null, phone: phone !== null, name: name !== null },
    requestId: ctx.requestId,
  });
  return { kind: "revealed", contact: { email, phone, name } };
}
