import type { Metadata } from "next";
import { redirectToSignIn } from "@/components/navigation/server";
import { translator } from "@/components/i18n/server";
import { Forbidden } from "@/components/states/forbidden";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { paths } from "@/lib/paths";
import { orForbidden } from "@/server/dashboard/auth/authorize";
import { currentCtx } from "@/server/dashboard/context";
import { listRoles } from "@/server/dashboard/people/queries/list-roles";
import { RolesTables } from "./_components/roles-tables";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translator("people"))("roles.title") };
}

export default async function RolesPage() {
  const ctx = await currentCtx();
  if (ctx === null) return redirectToSignIn(paths.roles());
  const t = await translator("people");
  const view = await orForbidden(listRoles(ctx));
  return (
    <>
      <PageHeader
        back={{ href: paths.people(), label: t("title") }}
        title={t("roles.title")}
        about={t("roles.about")}
        actions={
          view === null ? undefined : (
            <Link href={paths.newRole()} className={buttonClass("primary")}>
              {t("roles.compose")}
            </Link>
          )
        }
      />
      {view === null ? (
        <Forbidden role={ctx.actor.role} permission="manage_people" />
      ) : (
        <RolesTables view={view} />
      )}
    </>
  );
}
