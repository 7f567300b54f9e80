import type { Metadata } from "next";
import { redirectToSignIn } from "@/components/navigation/server";
import { Link } from "@/components/ui/link";
import { Messages } from "@/components/i18n/messages";
import { translator } from "@/components/i18n/server";
import { Forbidden } from "@/components/states/forbidden";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { paths } from "@/lib/paths";
import { orForbidden } from "@/server/dashboard/auth/authorize";
import { currentCtx } from "@/server/dashboard/context";
import { getRuntime } from "@/server/dashboard/runtime";
import { listGivableRoles } from "@/server/dashboard/people/queries/list-roles";
import { readPerson } from "@/server/dashboard/people/queries/read-person";
import { MemberPanels } from "./_components/member-panels";
import { PersonPanels } from "./_components/person-panels";
import { PersonActions } from "./_components/person-actions";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("people");
  return { title: t("personTitle") };
}

export default async function PersonPage({ params }: { params: Promise<{ personId: string }> }) {
  const { personId } = await params;
  const ctx = await currentCtx();
  if (ctx === null) return redirectToSignIn(paths.person(personId));
  const t = await translator("people");
  // Wrapped, because null is a result of its own: no person has this id.
  const found = await orForbidden(readPerson(ctx, personId).then((person) => ({ person })));
  if (found === null) {
    return (
      <>
        <PageHeader title={t("personTitle")} />
        <Forbidden role={ctx.actor.role} permission="manage_people" />
      </>
    );
  }
  const { person } = found;
  if (person === null) {
    return (
      <>
        <PageHeader title={t("personTitle")} />
        <EmptyState
          title={t("noSuchPerson")}
          actions={
            <Link href={paths.people()} className={buttonClass("secondary", "sm")}>
              {t("title")}
            </Link>
          }
        />
      </>
    );
  }
  const hasOtherAccounts = (await getRuntime().accounts.list()).length > 0;
  const roles = await listGivableRoles(ctx);
  return (
    <Messages areas={["people", "account"]}>
      <PageHeader
        back={{ href: paths.people(), label: t("title") }}
        title={<bdi>{person.name}</bdi>}
        about={<bdi>{person.email}</bdi>}
        actions={
          <Link href={paths.audit({ person: person.email })} className={buttonClass("secondary")}>
            {t("personActions")}
          </Link>
        }
      />
      <PersonActions personId={person.id}>
        {ctx.account.slug === null ? (
          <PersonPanels person={person} roles={roles} hasOtherAccounts={hasOtherAccounts} />
        ) : (
          <MemberPanels person={person} roles={roles} />
        )}
      </PersonActions>
    </Messages>
  );
}
