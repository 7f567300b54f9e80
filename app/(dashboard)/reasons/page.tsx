import type { Metadata } from "next";
import { Messages } from "@/components/i18n/messages";
import { translator } from "@/components/i18n/server";
import { redirectToSignIn } from "@/components/navigation/server";
import { Forbidden } from "@/components/states/forbidden";
import { PageHeader } from "@/components/ui/page-header";
import { paths } from "@/lib/paths";
import { orForbidden } from "@/server/dashboard/auth/authorize";
import { currentCtx } from "@/server/dashboard/context";
import { listReasonRows } from "@/server/dashboard/reasons/queries/list-reason-rows";
import { readReasonSettings } from "@/server/dashboard/reasons/queries/read-reason-settings";
import { ReasonsEditor } from "./_components/reasons-editor";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translator("reasons"))("title") };
}

export default async function ReasonsPage() {
  const ctx = await currentCtx();
  if (ctx === null) return redirectToSignIn(paths.reasons());
  const t = await translator("reasons");
  const found = await orForbidden(Promise.all([listReasonRows(ctx), readReasonSettings(ctx)]));
  if (found === null) {
    return (
      <>
        <PageHeader title={t("title")} about={t("about")} />
        <Forbidden role={ctx.actor.role} permission="manage_refund_reasons" />
      </>
    );
  }
  const [reasons, { isReasonRequired }] = found;
  return (
    <Messages areas={["reasons"]}>
      <ReasonsEditor reasons={reasons} isRequired={isReasonRequired} />
    </Messages>
  );
}
