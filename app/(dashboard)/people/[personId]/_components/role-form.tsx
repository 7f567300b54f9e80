import { translator } from "@/components/i18n/server";
import { CONTROL_CLASS } from "@/components/ui/field";
import { isPreset, type Role, roleId } from "@/lib/can";
import type { GivableRole } from "@/lib/people/role-views";
import { roleName } from "@/lib/role-name";
import { ActionForm } from "./person-actions";

/** The person's role in the account, and another one in its place: those that the viewer may give. */
export async function RoleForm({ role: current, roles }: { role: Role; roles: readonly GivableRole[] }) {
  const t = await translator("people");
  const common = await translator("common");
  const own = roleId(current);
  const isGivable = roles.some(({ id }) => id === own);
  return (
    <div className="mt-4 border-t border-line pt-4">
      <ActionForm action="change_role" label={t("saveRole")} size="md">
        <label className="min-w-0 text-sm font-medium">
          {t("role")}
          <select name="role" key={own} defaultValue={own} className={`${CONTROL_CLASS} mt-1 block`}>
            {!isGivable && (
              <option value={own}>{roleName(current, (preset) => common(`role.${preset}`))}</option>
            )}
            {roles.map(({ id, name }) => (
              <option key={id} value={id}>
                {name ?? (isPreset(id) ? common(`role.${id}`) : id)}
              </option>
            ))}
          </select>
        </label>
      </ActionForm>
      <p className="mt-2 text-sm text-ink-muted">{t("roleHint")}</p>
    </div>
  );
}
