import type { Metadata } from "next";
import { redirectToSignIn } from "@/components/navigation/server";
import { Messages } from "@/components/i18n/messages";
import { translator } from "@/components/i18n/server";
import { Forbidden } from "@/components/states/forbidden";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { isolatedList } from "@/lib/direction";
import { paths } from "@/lib/paths";
import { orForbidden } from "@/server/dashboard/auth/authorize";
import { currentCtx } from "@/server/dashboard/context";
import { listRoles } from "@/server/dashboard/people/queries/list-roles";
import { RoleEditor } from "../_components/role-editor";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translator("people"))("roles.editTitle") };
}

export default async function RolePage({ params }: { params: Promise<{ roleId: string }> }) {
  const { roleId } = await params;
  const ctx = await currentCtx();
  if (ctx === null) return redirectToSignIn(paths.role(roleId));
  const t = await translator("people");
  const view = await orForbidden(listRoles(ctx));
  const role = view?.roles.find(({ id }) => id === roleId);
  const back = { href: paths.roles(), label: t("roles.title") };
  if (view === null) {
    return (
      <>
        <PageHeader back={back} title={t("roles.editTitle")} />
        <Forbidden role={ctx.actor.role} permission="manage_people" />
      </>
    );
  }
  if (role === undefined) {
    return (
      <>
        <PageHeader back={back} title={t("roles.editTitle")} />
        <EmptyState
          title={t("roles.notFound")}
          actions={
            <Link href={paths.roles()} className={buttonClass("secondary", "sm")}>
              {t("roles.title")}
            </Link>
          }
        />
      </>
    );
  }
  return (
    <Messages areas={["people"]}>
      <PageHeader
        back={back}
        title={<bdi>{role.name}</bdi>}
        about={
          role.people.length === 0
            ? undefined
            : t("roles.had", { names: isolatedList(role.people.map(({ name }) => name)) })
        }
      />
      <RoleEditor role={role} grantable={view.grantable} grantableLimits={view.grantableLimits} />
    </Messages>
  );
}
