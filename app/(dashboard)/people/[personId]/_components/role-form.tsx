import { translator } from "@/components/i18n/server";
import { CONTROL_CLASS } from "@/components/ui/field";
import { type Role, roleId, ROLES } from "@/lib/can";
import { ActionForm } from "./person-actions";

/** The person's role in the account, and another one in its place. */
export async function RoleForm({ role: current }: { role: Role }) {
  const t = await translator("people");
  const common = await translator("common");
  return (
    <div className="mt-4 border-t border-line pt-4">
      <ActionForm action="change_role" label={t("saveRole")} size="md">
        <label className="min-w-0 text-sm font-medium">
          {t("role")}
          <select
            name="role"
            key={roleId(current)}
            defaultValue={roleId(current)}
            className={`${CONTROL_CLASS} mt-1 block`}
          >
            {ROLES.map((role) => (
              <option key={role} value={role}>
                {common(`role.${role}`)}
              </option>
            ))}
          </select>
        </label>
      </ActionForm>
      <p className="mt-2 text-sm text-ink-muted">{t("roleHint")}</p>
    </div>
  );
}
