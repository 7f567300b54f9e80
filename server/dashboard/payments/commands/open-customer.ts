import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { OpenCustomerOutcome } from "@/lib/payments/customer-view";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../../audit/store";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { serviceErrorOf } from "../../routing-client/call-result";
import { notOfferedOr } from "../../routing-client/capabilities";
import { identifierFault } from "../domain/reference";
import { insertCustomerPage } from "../store/customer-pages";
import { deleteExpiredContacts } from "../store/expired-contacts";
import { findKnownReference } from "../store/known-references";
import { listSeenContacts } from "../store/seen-contacts";
import { insertSeenCustomer } from "../store/seen-customers";

const inputSchema = z.object({ transactionId: z.string() });

/** How long the contact is stored, and so how long the page can be reloaded. */
const KEEP_MS = 30 * 60_000;

/**
 * Opens the page of a payment's customer. The contact is read from the service and stays on the server; the address
 * gets an id that works for this session alone (decision 0110). The audit log records the payment, not the contact.
 */
export async function openCustomer(ctx: Ctx, input: unknown): Promise<OpenCustomerOutcome> {
  const parsed = inputSchema.safeParse(input);
  const transactionId = parsed.success ? parsed.data.transactionId : "";
  if (!(await authorize(ctx, "view_payments", { kind: "payment", id: transactionId })))
    return { kind: "forbidden" };
  if (identifierFault(transactionId, "transaction id") !== null) return { kind: "not_found" };
  const capabilities = await ctx.routing.capabilities();
  if (!capabilities.offers("payments.search")) {
    const missing = notOfferedOr(capabilities);
    return missing.kind === "service_error" ? missing : openSeen(ctx, transactionId);
  }
  if (!capabilities.offers("payments.get")) return notOfferedOr(capabilities);

  const response = await ctx.routing.ops("payments.get", { transaction_id: transactionId });
  if (response.kind !== "answered") {
    const isMissing = response.kind === "refused" && response.refusal.kind === "not_found";
    return isMissing
      ? { kind: "not_found" }
      : { kind: "service_error", serviceError: serviceErrorOf(response) };
  }
  const { email, phone } = response.value.customer;
  if (email === null && phone === null) return { kind: "no_contact" };

  const id = randomUUID();
  const at = ctx.clock.now();
  await inTransaction(ctx.pool, async (db) => {
    await deleteExpiredContacts(db, at);
    const { sessionId } = ctx.actor;
    const expiresAt = new Date(at.getTime() + KEEP_MS);
    await insertCustomerPage(db, { id, sessionId, transactionId, email, phone, expiresAt });
    await recordAudit(db, {
      at,
      actor: ctx.actor,
      action: "customer_searched",
      subject: { kind: "customer_search", id },
      detail: {
        transactionId,
        field: [email === null ? [] : ["email"], phone === null ? [] : ["phone"]].flat().join(", "),
      },
      requestId: ctx.requestId,
    });
  });
  return { kind: "opens", customerId: id };
}

/**
 * Finds the customer without the operations extension: by the hashes of the contact with which the payment was created
 * here (decision 0329).
 */
async function openSeen(ctx: Ctx, transactionId: string): Promise<OpenCustomerOutcome> {
  const { serviceAddress } = ctx.routing;
  const reference = await findKnownReference(ctx.pool, { serviceAddress, transactionId });
  if (reference === null) return { kind: "not_seen" };
  const contacts = await listSeenContacts(ctx.pool, serviceAddress, reference);
  if (contacts.length === 0) return { kind: "not_seen" };

  const id = randomUUID();
  const at = ctx.clock.now();
  await inTransaction(ctx.pool, async (db) => {
    await deleteExpiredContacts(db, at);
    const { sessionId } = ctx.actor;
    const expiresAt = new Date(at.getTime() + KEEP_MS);
    await insertSeenCustomer(db, { id, sessionId, transactionId, reference, expiresAt });
    await recordAudit(db, {
      at,
      actor: ctx.actor,
      action: "customer_searched",
      subject: { kind: "customer_search", id },
      detail: { transactionId },
      requestId: ctx.requestId,
    });
  });
  return { kind: "opens", customerId: id };
}
