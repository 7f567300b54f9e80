import { AMOUNT_PERMISSIONS, type AmountPermission, type ComposedRole, limitsOf } from "@/lib/can";

/** `areLimitsChanged`: an amount of a permission that stays; the amounts of one that comes or goes belong to it. */
type ChangeOfRole = { added: number; removed: number; areLimitsChanged: boolean };

/** What a change of a composed role means for the people who have it; null when it allows the same as before. */
export function changeOfRole(before: ComposedRole, after: ComposedRole): ChangeOfRole | null {
  const added = after.permissions.filter((one) => !before.permissions.includes(one)).length;
  const removed = before.permissions.filter((one) => !after.permissions.includes(one)).length;
  const areLimitsChanged = AMOUNT_PERMISSIONS.some(
    (one) =>
      before.permissions.includes(one) &&
      after.permissions.includes(one) &&
      limitsText(before, one) !== limitsText(after, one),
  );
  return added + removed > 0 || areLimitsChanged ? { added, removed, areLimitsChanged } : null;
}

/** Gives the same text for the same amounts, in whatever order they are stored. */
function limitsText(role: ComposedRole, permission: AmountPermission): string {
  const limits = limitsOf(role, permission);
  return limits === null
    ? "any"
    : JSON.stringify(Object.entries(limits).sort(([a], [b]) => (a < b ? -1 : 1)));
}
