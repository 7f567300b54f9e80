import type { Metadata } from "next";
import { Messages } from "@/components/i18n/messages";
import { translator } from "@/components/i18n/server";
import { redirectToSignIn } from "@/components/navigation/server";
import { ExportProblemNotice } from "@/components/states/export-problem-notice";
import { Forbidden } from "@/components/states/forbidden";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { MAX_LINES } from "@/lib/payments/lines-view";
import { paths } from "@/lib/paths";
import { authorize } from "@/server/dashboard/auth/authorize";
import { currentCtx } from "@/server/dashboard/context";
import { valueWithin } from "@/lib/value-within";
import { selectionAreas } from "../_components/list/selection-areas";
import { SKELETON_AFTER_MS } from "../_components/skeleton-after";
import { FindLines } from "./_components/find-lines";

type FindPageProps = { searchParams: Promise<{ export?: string | string[] }> };

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("findLines");
  return { title: t("title") };
}

/** Looks up several pasted identifiers of any kind. */
export default async function FindPage({ searchParams }: FindPageProps) {
  const ctx = await currentCtx();
  if (ctx === null) return redirectToSignIn(paths.findLines());
  const [t, navigation] = await Promise.all([translator("findLines"), translator("navigation")]);
  const { userId, role } = ctx.actor;
  const offered = await valueWithin(ctx.routing.capabilities(), SKELETON_AFTER_MS);
  const isSeenOnly = offered !== null && offered.isKnown && !offered.offers("payments.search");
  return (
    <Messages areas={["findLines", ...selectionAreas(role)]}>
      <PageHeader
        back={{ href: paths.payments(), label: navigation("item.payments") }}
        title={t("title")}
        about={t("about")}
      />
      {(await authorize(ctx, "view_payments", { kind: "payment_list", id: "lines" })) ? (
        <>
          <ExportProblemNotice problem={(await searchParams).export} />
          {isSeenOnly && (
            <div className="mb-4 max-w-4xl">
              <Notice tone="info" title={t("seenOnly.title")}>
                <p>{t("seenOnly.body")}</p>
              </Notice>
            </div>
          )}
          <FindLines max={MAX_LINES} role={role} userId={userId} />
        </>
      ) : (
        <Forbidden role={role} permission="view_payments" />
      )}
    </Messages>
  );
}
