import { translator } from "@/components/i18n/server";
import {
  type AmountPermission,
  limitsOf,
  PERMISSIONS,
  type Permission,
  permissionsOf,
  type Role,
} from "@/lib/can";
import { limitsText } from "@/lib/people/limits-text";
import { PERMISSION_GROUP_NAMES, PERMISSION_GROUPS } from "@/lib/people/permission-groups";

const isLimitable = (permission: Permission): permission is AmountPermission =>
  permission === "refund_payment" || permission === "approve_refund";

/** What a role allows, by group, with its amounts. */
export async function RolePermissions({ role }: { role: Role }) {
  const t = await translator("people");
  const labelOf = (permission: Permission): string => {
    const label = t(`roles.permission.${permission}`);
    const limits = isLimitable(permission) ? limitsOf(role, permission) : null;
    return limits === null ? label : t("roles.upTo", { permission: label, limits: limitsText(limits) });
  };
  const allowed = permissionsOf(role);
  if (allowed.length === PERMISSIONS.length) return t("roles.everything");
  return (
    <ul className="space-y-1">
      {PERMISSION_GROUP_NAMES.map((group) => {
        const own = PERMISSION_GROUPS[group].filter((permission) => allowed.includes(permission));
        return own.length === 0 ? null : (
          <li key={group}>
            <span className="text-ink-muted">{t(`roles.group.${group}`)}:</span>{" "}
            {own.map(labelOf).join(" · ")}
          </li>
        );
      })}
    </ul>
  );
}
