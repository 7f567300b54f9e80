import type { Metadata } from "next";
import { translator } from "@/components/i18n/server";
import { redirectToSignIn } from "@/components/navigation/server";
import { Forbidden } from "@/components/states/forbidden";
import { PageHeader } from "@/components/ui/page-header";
import { paths } from "@/lib/paths";
import { orForbidden } from "@/server/dashboard/auth/authorize";
import { currentCtx } from "@/server/dashboard/context";
import { listRefundingRoles } from "@/server/dashboard/approvals/queries/list-refunding-roles";
import { listApprovalRules } from "@/server/dashboard/approvals/queries/list-approval-rules";
import { RulesEditor } from "./_components/rules-editor";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translator("approvals"))("rules.title") };
}

export default async function ApprovalRulesPage() {
  const ctx = await currentCtx();
  if (ctx === null) return redirectToSignIn(paths.approvalRules());
  const t = await translator("approvals");
  const read = await orForbidden(Promise.all([listApprovalRules(ctx), listRefundingRoles(ctx)]));
  return (
    <>
      <PageHeader title={t("rules.title")} about={t("rules.about")} />
      {read === null ? (
        <Forbidden role={ctx.actor.role} permission="manage_approval_rules" />
      ) : (
        <RulesEditor rules={read[0]} roles={read[1]} />
      )}
    </>
  );
}
