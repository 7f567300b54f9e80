import { type Role, roleAllows } from "@/lib/can";
import type { MessageArea } from "@/lib/messages";

/** The texts of what a role does with selected payments: 20 kB that a list of others does not carry. */
export function selectionAreas(role: Role): readonly MessageArea[] {
  return roleAllows(role, "request_refund") ? ["requests", "refund", "duplicateRefund"] : [];
}
