import { translator } from "@/components/i18n/server";
import { Notice } from "@/components/ui/notice";
import { type Permission, type Role, ROLES, roleAllows } from "@/lib/can";
import { roleName } from "@/lib/role-name";

/** Shown when the person's role has no access to a page. The server has refused and audited the read itself. */
export async function Forbidden({ role, permission }: { role: Role; permission: Permission }) {
  const t = await translator("common");
  const lowest = ROLES.find((candidate) => roleAllows(candidate, permission)) ?? "admin";
  return (
    <Notice tone="warning" title={t("forbidden.title")}>
      <p>{t("forbidden.body", { role: roleName(role, (preset) => t(`role.${preset}`)), needed: lowest })}</p>
    </Notice>
  );
}
