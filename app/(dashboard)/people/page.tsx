import { UserPlus } from "lucide-react";
import type { Metadata } from "next";
import { redirectToSignIn } from "@/components/navigation/server";
import { Link } from "@/components/ui/link";
import { Messages } from "@/components/i18n/messages";
import { translator } from "@/components/i18n/server";
import { Forbidden } from "@/components/states/forbidden";
import { buttonClass } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { paths } from "@/lib/paths";
import { orForbidden } from "@/server/dashboard/auth/authorize";
import { currentCtx } from "@/server/dashboard/context";
import { listPeople } from "@/server/dashboard/people/queries/list-people";
import { listGivableRoles } from "@/server/dashboard/people/queries/list-roles";
import { AddMember } from "./_components/add-member";
import { PeopleTable } from "./_components/people-table";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("people");
  return { title: t("title") };
}

export default async function PeoplePage() {
  const ctx = await currentCtx();
  if (ctx === null) return redirectToSignIn(paths.people());
  const t = await translator("people");
  const people = await orForbidden(listPeople(ctx));
  if (people === null) {
    return (
      <>
        <PageHeader title={t("title")} />
        <Forbidden role={ctx.actor.role} permission="manage_people" />
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={t("title")}
        about={t("about")}
        actions={
          <>
            <Link href={paths.roles()} className={buttonClass("secondary")}>
              {t("roles.link")}
            </Link>
            {ctx.account.slug === null && (
              <Link href={paths.invitePerson()} className={buttonClass("primary")}>
                <UserPlus aria-hidden className="size-4" />
                {t("invite")}
              </Link>
            )}
          </>
        }
      />
      {ctx.account.slug !== null && (
        <Messages areas={["accounts"]}>
          <AddMember roles={await listGivableRoles(ctx)} />
        </Messages>
      )}
      <PeopleTable people={people} ownId={ctx.actor.userId} isFirstAccount={ctx.account.slug === null} />
    </>
  );
}
