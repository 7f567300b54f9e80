import { type AmountPermission, type ComposedRole, limitsOf } from "@/lib/can";
import { formatPaise } from "@/lib/money";

/** What a role allows, in one line, for the audit log. */
export function describeRole(role: ComposedRole): string {
  return role.permissions
    .map((permission) =>
      permission === "refund_payment" || permission === "approve_refund"
        ? `${permission}${limitText(role, permission)}`
        : permission,
    )
    .join(", ");
}

function limitText(role: ComposedRole, permission: AmountPermission): string {
  const limits = limitsOf(role, permission);
  if (limits === null) return "";
  const each = Object.entries(limits).map(([currency, paise]) => `${currency} ${formatPaise(BigInt(paise))}`);
  return ` up to ${each.join(" or ")}`;
}
