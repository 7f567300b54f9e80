import { allowsAmount, amountLimit, manualAmountLimit, type Role, roleAllows } from "@/lib/can";
import { formatPaise } from "@/lib/money";
import type { OwnLimitView } from "@/lib/refunds/refund-form-view";
import type { Db } from "@/server/platform/pool";
import { findMemberRole } from "../../accounts/store";
import type { OwnLimit } from "../domain/may-refund";
import { sumRefundsOf } from "../store/held-amounts";

type Person = { id: string; role: Role };
type Payment = { transactionId: string; currency: string };

/**
 * All that the person has refunded of the payment counts, with a gateway or without, so that no refund is split to get
 * below the limit (decision 0304).
 */
export function readOwnLimit(db: Db, person: Person, payment: Payment): Promise<OwnLimit | null> {
  return leftOf(db, person, payment, amountLimit(person.role, "refund_payment", payment.currency));
}

/** Reads the limit for a refund made without a gateway: null also for a role without a limit of its own for refunds. */
export function readManualLimit(db: Db, person: Person, payment: Payment): Promise<OwnLimit | null> {
  return leftOf(db, person, payment, manualAmountLimit(person.role, "refund_payment", payment.currency));
}

async function leftOf(
  db: Db,
  { id, role }: Person,
  { transactionId }: Payment,
  limitPaise: bigint | null,
): Promise<OwnLimit | null> {
  if (limitPaise === null) return null;
  const usedPaise = (await sumRefundsOf(db, id, [transactionId])).get(transactionId) ?? 0n;
  const leftPaise = limitPaise > usedPaise ? limitPaise - usedPaise : 0n;
  return { limitPaise, leftPaise, mayRequest: roleAllows(role, "request_refund") };
}

/** Whether the role that a person has now allows all that they have refunded of the payment, with what is stored and not sent yet. */
export async function mayStillRefund(
  db: Db,
  personId: string,
  { transactionId, currency }: Payment,
): Promise<boolean> {
  const role = await findMemberRole(db, personId);
  const amountPaise = (await sumRefundsOf(db, personId, [transactionId])).get(transactionId) ?? 0n;
  return role !== null && allowsAmount(role, "refund_payment", { amountPaise, currency });
}

export function presentOwnLimit({ limitPaise, leftPaise, mayRequest }: OwnLimit): OwnLimitView {
  return { limit: formatPaise(limitPaise), left: formatPaise(leftPaise), mayRequest };
}
