import { translator } from "@/components/i18n/server";
import { RolePermissions } from "@/components/people/role-permissions";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { Panel } from "@/components/ui/panel";
import { DataTable } from "@/components/ui/table";
import { type Role, ROLES } from "@/lib/can";
import type { RolesView } from "@/lib/people/role-views";
import { paths } from "@/lib/paths";

/** The presets, which are read only, and the composed roles, each with what it allows and how many people have it. */
export async function RolesTables({ view }: { view: RolesView }) {
  const t = await translator("people");
  const common = await translator("common");
  const mayText = (role: Role) => <RolePermissions role={role} />;
  const may = t("roles.may");
  /** A phone has no width for it beside the name and the number of people. */
  const below = (role: Role) => <div className="mt-1 text-sm @xl:hidden">{mayText(role)}</div>;
  return (
    <div className="space-y-4">
      <Panel title={t("roles.composed")}>
        {view.roles.length === 0 ? (
          <EmptyState title={t("roles.none")}>{t("roles.noneBody")}</EmptyState>
        ) : (
          <DataTable
            label={t("roles.composed")}
            rows={view.roles}
            rowKey={({ id }) => id}
            columns={[
              {
                id: "name",
                heading: t("roles.name"),
                cell: (role) => (
                  <>
                    <Link
                      href={paths.role(role.id)}
                      className="touch-target inline-flex items-center font-medium text-accent hover:underline"
                    >
                      <bdi className="wrap-anywhere">{role.name}</bdi>
                    </Link>
                    {below(role)}
                  </>
                ),
              },
              { id: "may", heading: may, hideBelow: "sm", width: "65%", cell: mayText },
              {
                id: "people",
                heading: t("roles.people"),
                align: "end",
                width: "5rem",
                cell: (role) => <span className="tabular-nums">{role.people.length}</span>,
              },
            ]}
          />
        )}
      </Panel>
      <Panel title={t("roles.presets")}>
        <DataTable
          label={t("roles.presets")}
          rows={ROLES}
          rowKey={(preset) => preset}
          columns={[
            {
              id: "name",
              heading: t("roles.name"),
              cell: (preset) => (
                <>
                  <span className="font-medium">{common(`role.${preset}`)}</span>
                  {below(preset)}
                </>
              ),
            },
            { id: "may", heading: may, hideBelow: "sm", width: "65%", cell: mayText },
            {
              id: "people",
              heading: t("roles.people"),
              align: "end",
              width: "5rem",
              cell: (preset) => <span className="tabular-nums">{view.presets[preset] ?? 0}</span>,
            },
          ]}
        />
      </Panel>
    </div>
  );
}
