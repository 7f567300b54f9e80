import type { Metadata } from "next";
import { Messages } from "@/components/i18n/messages";
import { translator } from "@/components/i18n/server";
import { redirectToSignIn } from "@/components/navigation/server";
import { Forbidden } from "@/components/states/forbidden";
import { PageHeader } from "@/components/ui/page-header";
import { paths } from "@/lib/paths";
import { authorize } from "@/server/dashboard/auth/authorize";
import { currentCtx } from "@/server/dashboard/context";
import { listInvitableAccounts } from "@/server/dashboard/accounts/queries/list-accounts";
import { getRuntime } from "@/server/dashboard/runtime";
import { listGivableRoles } from "@/server/dashboard/people/queries/list-roles";
import { InviteForm } from "./_components/invite-form";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("people");
  return { title: t("inviting.title") };
}

export default async function InvitePage() {
  const ctx = await currentCtx();
  if (ctx === null) return redirectToSignIn(paths.invitePerson());
  const mayInvite = await authorize(ctx, "manage_people", { kind: "person", id: "" });
  const t = await translator("people");
  const accounts = await listInvitableAccounts(ctx, getRuntime().accounts);
  return (
    <Messages areas={["people"]}>
      <PageHeader
        back={{ href: paths.people(), label: t("title") }}
        title={t("inviting.title")}
        about={t(ctx.mail === null ? "inviting.about" : "inviting.aboutMailed")}
      />
      {mayInvite ? (
        <InviteForm roles={await listGivableRoles(ctx)} accounts={accounts} />
      ) : (
        <Forbidden role={ctx.actor.role} permission="manage_people" />
      )}
    </Messages>
  );
}
