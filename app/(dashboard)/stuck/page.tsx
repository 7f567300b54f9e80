import type { Metadata } from "next";
import type { ComponentProps } from "react";
import { redirectToSignIn, requestedAddress } from "@/components/navigation/server";
import { Link } from "@/components/ui/link";
import { Messages } from "@/components/i18n/messages";
import { translator } from "@/components/i18n/server";
import { StatusLink } from "@/components/states/status-link";
import { ServiceErrorNotice } from "@/components/live/service-error-notice";
import { Forbidden } from "@/components/states/forbidden";
import { NotOffered } from "@/components/states/not-offered";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import type { Role } from "@/lib/can";
import { paths } from "@/lib/paths";
import type { StuckView } from "@/lib/payments/stuck-view";
import { orForbidden } from "@/server/dashboard/auth/authorize";
import { currentCtx } from "@/server/dashboard/context";
import { countStuckForNavigation } from "@/server/dashboard/payments/queries/count-stuck";
import { listStuck } from "@/server/dashboard/payments/queries/list-stuck";
import { stuckWithAssignees } from "@/server/dashboard/queues/queries/list-assignees";
import { PaymentTabs } from "../payments/_components/list/payment-tabs";
import { MinutesForm } from "./_components/minutes-form";
import { readStuckFilter, type StuckSearch } from "./_components/stuck-filter";
import { StuckList } from "./_components/stuck-list";

type StuckPageProps = { searchParams: Promise<StuckSearch> };

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("stuck");
  return { title: t("title") };
}

export default async function StuckPage({ searchParams }: StuckPageProps) {
  const search = await searchParams;
  const filter = readStuckFilter(search);
  const ctx = await currentCtx();
  if (ctx === null)
    return redirectToSignIn(paths.stuck({ minutes: filter.typed, after: filter.after ?? undefined }));
  const view = await orForbidden(listStuck(ctx, filter));
  const [t, payments] = await Promise.all([translator("stuck"), translator("payments")]);
  const stuck = view === null ? Promise.resolve(null) : countStuckForNavigation(ctx);
  return (
    <>
      <PageHeader
        title={payments("title")}
        about={t("about", { minutes: filter.minutes })}
        tabs={<PaymentTabs here="stuck" stuck={stuck} />}
      />
      <MinutesForm typed={filter.typed} hasFault={filter.hasFault} isGiven={search.minutes !== undefined} />
      {view === null ? (
        <Forbidden role={ctx.actor.role} permission="view_payments" />
      ) : (
        <Messages areas={["stuck", "payment"]}>
          <StuckResult
            view={view}
            assigned={view.kind === "found" ? await stuckWithAssignees(ctx, view.rows) : null}
            role={ctx.actor.role}
            minutes={filter.minutes}
            after={filter.after}
            serviceAddress={ctx.routing.serviceAddress}
          />
        </Messages>
      )}
    </>
  );
}

type StuckResultProps = {
  view: StuckView;
  assigned: ComponentProps<typeof StuckList>["assigned"];
  role: Role;
  minutes: number;
  after: string | null;
  serviceAddress: string;
};

async function StuckResult({ view, assigned, role, minutes, after, serviceAddress }: StuckResultProps) {
  const t = await translator("stuck");
  const payments = await translator("payment");
  const isFirstPage = after === null;
  const here = { minutes: String(minutes) };
  switch (view.kind) {
    case "not_offered":
      return <NotOffered serviceAddress={serviceAddress} />;
    case "service_error":
      return (
        <ServiceErrorNotice
          serviceError={view.serviceError}
          actions={
            <>
              <a href={await requestedAddress(paths.stuck(here))} className={buttonClass("secondary", "sm")}>
                {t("reload")}
              </a>
              <StatusLink />
            </>
          }
        />
      );
    case "found":
      return (
        <>
          <StuckList key={`${String(minutes)} ${after ?? ""}`} view={view} assigned={assigned} role={role}>
            <EmptyState
              title={isFirstPage ? t("none") : t("noMore")}
              actions={
                <Link href={paths.payments()} className={buttonClass("secondary", "sm")}>
                  {payments("notFound.search")}
                </Link>
              }
            >
              {isFirstPage && <p>{t("noneBody", { minutes })}</p>}
            </EmptyState>
          </StuckList>
          <Pager
            label={t("pages")}
            first={isFirstPage ? null : { href: paths.stuck(here), label: t("first") }}
            next={
              view.next === null
                ? null
                : { href: paths.stuck({ ...here, after: view.next }), label: t("next") }
            }
          />
        </>
      );
  }
}
