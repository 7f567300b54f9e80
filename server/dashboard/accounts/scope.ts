import type { AccountScope } from "@/server/platform/account-scope";

/** Where the tables of an account other than the first are (decision 0300). */
export function scopeOf(id: number): AccountScope {
  if (!Number.isInteger(id) || id < 2) throw new Error(`account ${String(id)} has no schema of its own`);
  return { id, schema: `account_${String(id)}` };
}
