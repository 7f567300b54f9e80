import { randomUUID } from "node:crypto";
import type { TransactionRecord } from "@/lib/contract/responses";
import type { LineResult } from "@/lib/payments/lines-view";
import { NEW_PAYMENT_FIELDS, type NewPaymentEntry } from "@/lib/payments/new-payment-view";
import type { Pool } from "@/server/platform/pool";
import type { Ctx } from "@/server/dashboard/context";
import { createPayment } from "@/server/dashboard/payments/commands/create-payment";
import { findLines } from "@/server/dashboard/payments/commands/find-lines";
import { seenIsStored } from "@/server/dashboard/payments/queries/remember-payments";
import { viewPayment } from "@/server/dashboard/payments/queries/view-payment";
import type { ScriptedService } from "./scripted-service";

const EMPTY = Object.fromEntries(NEW_PAYMENT_FIELDS.map((field) => [field, ""])) as NewPaymentEntry;

/** A payment of the service under a reference of its own. */
export function paymentAt(
  service: ScriptedService,
  fields: Partial<TransactionRecord> = {},
): TransactionRecord {
  return service.addPayment({ merchant_transaction_id: `ORD-${randomUUID()}`, ...fields });
}

/** What the page of a payment shows. */
export function openPayment(
  ctx: Ctx,
  { transaction_id: transactionId, merchant_transaction_id: reference }: TransactionRecord,
): ReturnType<typeof viewPayment> {
  return viewPayment(ctx, { transactionId, reference });
}

/** What pasted lines find, in their order. */
export async function foundLines(ctx: Ctx, text: string): Promise<readonly LineResult[]> {
  const outcome = await findLines(ctx, text);
  if (outcome.kind !== "done") throw new Error(outcome.kind);
  return outcome.lines;
}

/** A payment created in the dashboard, as the service has it. */
export async function createHere(
  ctx: Ctx,
  service: ScriptedService,
  entry: Partial<NewPaymentEntry>,
): Promise<TransactionRecord> {
  const reference = `ORD-${randomUUID()}`;
  const filled = { ...EMPTY, merchant_transaction_id: reference, transaction_amount: "800", ...entry };
  const outcome = await createPayment(ctx, { intentId: randomUUID(), wasUnknown: false, entry: filled });
  if (outcome.kind !== "created") throw new Error(JSON.stringify(outcome));
  const [payment] = service.payments.get(reference) ?? [];
  if (payment === undefined) throw new Error("not created");
  return payment;
}

/** Every row of the tables of what was seen (decision 0329), as text. */
export async function storedSeen(pool: Pool, schema = "public"): Promise<string> {
  await seenIsStored();
  const texts = await Promise.all(
    ["seen_payments", "seen_contacts", "seen_customers"].map(async (table) => {
      const { rows } = await pool.query<{ text: string }>(
        `select coalesce(string_agg(t::text, E'\\n'), '') as text from ${schema}.${table} t`,
      );
      return rows[0]?.text ?? "";
    }),
  );
  return texts.join("\n").trim();
}
