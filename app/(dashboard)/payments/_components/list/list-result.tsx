import { translator } from "@/components/i18n/server";
import { requestedAddress } from "@/components/navigation/server";
import { StatusLink } from "@/components/states/status-link";
import { ServiceErrorNotice } from "@/components/live/service-error-notice";
import { buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { Pager } from "@/components/ui/pager";
import { type Role, roleAllows } from "@/lib/can";
import { showColumns } from "@/lib/lists/list-columns";
import { paths } from "@/lib/paths";
import { isPaidInPart, writePaymentFilter } from "@/server/dashboard/payments/domain/payment-filter";
import { getRuntime } from "@/server/dashboard/runtime";
import { actionsOf } from "@/components/bulk/bulk-actions";
import { LivePayments } from "./live-payments";
import { ListProblem } from "./list-problem";
import { NothingListed } from "./nothing-listed";
import { NothingOnPage } from "./nothing-on-page";
import { listQuery, type ListRequest, type ListScreenView } from "./read-payment-list";

type Shown = Exclude<ListScreenView["list"], { kind: "not_offered" }>;

type ListResultProps = Pick<ListScreenView, "layout" | "readAt"> & {
  list: Shown;
  request: ListRequest;
  role: Role;
};

/** The list, or a notice for each other outcome; "empty" is shown only when the service said so. */
export async function ListResult({ list, request, role, layout, readAt }: ListResultProps) {
  const [t, common] = await Promise.all([translator("payments"), translator("common")]);
  const query = listQuery(request, request.filter);
  const newest = paths.paymentList(query);
  const here = paths.paymentList({ ...query, cursor: request.cursor ?? undefined });

  switch (list.kind) {
    case "listed": {
      const older =
        list.nextCursor === null ? null : paths.paymentList({ ...query, cursor: list.nextCursor });
      if (list.payments.length === 0 && (request.cursor !== null || older !== null)) {
        return <NothingOnPage older={older} newest={request.cursor === null ? null : newest} />;
      }
      const live = (
        <LivePayments
          payments={list.payments}
          columns={showColumns("payments", layout)}
          filter={writePaymentFilter(request.filter)}
          since={request.cursor === null ? (list.payments[0]?.createdAt ?? readAt) : null}
          role={mayUseSelection(role) ? role : null}
        />
      );
      if (list.payments.length === 0) {
        const { commandsHere, isSandbox } = getRuntime().settings;
        return (
          <>
            {live}
            <NothingListed
              isFiltered={Object.keys(query).some((name) => name !== "columns")}
              role={role}
              commandsHere={isSandbox ? commandsHere : null}
            />
          </>
        );
      }
      return (
        <>
          {live}
          <Pager
            label={t("list.pages")}
            first={request.cursor === null ? null : { href: newest, label: t("list.newest") }}
            next={older === null ? null : { href: older, label: t("list.older") }}
          />
        </>
      );
    }
    case "faulty":
      return (
        <Notice tone="warning" role="alert" title={t("list.faulty.title")}>
          <p>{t("list.faulty.body")}</p>
        </Notice>
      );
    case "unknown_page":
      return (
        <ListProblem
          title={t("list.unknownPage.title")}
          body={t("list.unknownPage.body")}
          action={{ href: newest, label: t("list.newest") }}
        />
      );
    case "filter_not_offered":
      return (
        <ListProblem
          title={t("list.filterNotOffered.title")}
          body={t("list.filterNotOffered.body")}
          action={{
            href: paths.paymentList({
              ...query,
              scheme: undefined,
              bank: undefined,
              currency: undefined,
              ...(isPaidInPart(request.filter.status) && { status: undefined }),
            }),
            label: t("list.filterNotOffered.clear"),
          }}
        />
      );
    case "expired_search":
      return (
        <ListProblem
          title={t("list.expired.title")}
          body={t("list.expired.body")}
          action={{
            href: paths.paymentList({ ...query, customer: undefined }),
            label: t("list.expired.clear"),
          }}
        />
      );
    case "refused":
      return (
        <ListProblem
          title={t("list.refused.title")}
          body={list.words}
          action={{ href: paths.payments(), label: common("clear") }}
        />
      );
    case "service_error":
      return (
        <ServiceErrorNotice
          serviceError={list.serviceError}
          actions={
            <>
              <a href={await requestedAddress(here)} className={buttonClass("secondary", "sm")}>
                {t("list.tryAgain")}
              </a>
              <StatusLink />
            </>
          }
        />
      );
  }
}

function mayUseSelection(role: Role): boolean {
  return (
    roleAllows(role, "request_refund") || roleAllows(role, "export_records") || actionsOf(role).length > 0
  );
}
