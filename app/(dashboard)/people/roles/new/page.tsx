import type { Metadata } from "next";
import { redirectToSignIn } from "@/components/navigation/server";
import { Messages } from "@/components/i18n/messages";
import { translator } from "@/components/i18n/server";
import { Forbidden } from "@/components/states/forbidden";
import { PageHeader } from "@/components/ui/page-header";
import { paths } from "@/lib/paths";
import { orForbidden } from "@/server/dashboard/auth/authorize";
import { currentCtx } from "@/server/dashboard/context";
import { listRoles } from "@/server/dashboard/people/queries/list-roles";
import { RoleEditor } from "../_components/role-editor";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translator("people"))("roles.newTitle") };
}

export default async function NewRolePage() {
  const ctx = await currentCtx();
  if (ctx === null) return redirectToSignIn(paths.newRole());
  const t = await translator("people");
  const view = await orForbidden(listRoles(ctx));
  return (
    <Messages areas={["people"]}>
      <PageHeader back={{ href: paths.roles(), label: t("roles.title") }} title={t("roles.newTitle")} />
      {view === null ? (
        <Forbidden role={ctx.actor.role} permission="manage_people" />
      ) : (
        <RoleEditor role={null} grantable={view.grantable} grantableLimits={view.grantableLimits} />
      )}
    </Messages>
  );
}
