import type { BulkKind } from "@/lib/bulk";
import { type PaymentPermission, type Role, roleAllows, statusAllows } from "@/lib/can";
import type { PaymentListItem } from "@/lib/payments/payment-list-views";

/** What can be done with several payments at once: through a bulk run, which checks each row before it sends anything. */
const ACTIONS = [
  { kind: "refund", permission: "refund_payment" },
  { kind: "cancel", permission: "cancel_payment" },
] as const satisfies readonly { kind: BulkKind; permission: PaymentPermission }[];

export type BulkAction = (typeof ACTIONS)[number];

/** Those that a role may carry out and start as a run. */
export function actionsOf(role: Role): readonly BulkAction[] {
  if (!roleAllows(role, "run_bulk")) return [];
  return ACTIONS.filter(({ permission }) => roleAllows(role, permission));
}

/** Whether a role can do anything with several payments. */
export const canActOnSeveral = (role: Role): boolean =>
  actionsOf(role).length > 0 || roleAllows(role, "request_refund");

/** The selected payments for which an action is possible, each once. */
export function possibleFor(action: BulkAction, payments: readonly PaymentListItem[]): PaymentListItem[] {
  const byId = new Map(payments.map((payment) => [payment.transactionId, payment]));
  return [...byId.values()].filter((payment) => {
    const isNothingLeft = action.kind === "refund" && /^0+\.00$/.test(payment.details?.remaining ?? "");
    return statusAllows(payment.status, action.permission) && !isNothingLeft;
  });
}

/** For the text of an action's button: how many of the selected payments it is possible for. */
export function shareOf(
  possible: readonly PaymentListItem[],
  payments: readonly PaymentListItem[],
): { n: number; total: number; part: "all" | "some" } {
  const total = new Set(payments.map(({ transactionId }) => transactionId)).size;
  return { n: possible.length, total, part: possible.length === total ? "all" : "some" };
}

/** The rows of a bulk run as they are pasted; a refund is of all that is left. */
export function bulkRowsOf({ kind }: BulkAction, payments: readonly PaymentListItem[]): string {
  const header = kind === "refund" ? "reference,amount,transaction_id" : "reference,transaction_id";
  const rows = payments.map(({ reference, amount, details, transactionId }) =>
    [reference, ...(kind === "refund" ? [details?.remaining ?? amount] : []), transactionId]
      .map(cell)
      .join(","),
  );
  return [header, ...rows].join("\n");
}

function cell(text: string): string {
  return /[",\n\r]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
