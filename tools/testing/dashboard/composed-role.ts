import { randomUUID } from "node:crypto";
import type { ComposedRole, Permission } from "@/lib/can";

/** A composed role for `ctxOf`, with any amount unless a limit is given. */
export function composed(
  permissions: readonly Permission[],
  given: Partial<Omit<ComposedRole, "permissions">> = {},
): ComposedRole {
  const id = randomUUID();
  return {
    id,
    name: `Role ${id.slice(0, 8)}`,
    permissions,
    refundLimits: null,
    approveLimits: null,
    ...given,
  };
}
