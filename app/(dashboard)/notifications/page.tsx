import { Settings2 } from "lucide-react";
import type { Metadata } from "next";
import { translator } from "@/components/i18n/server";
import { redirectToSignIn } from "@/components/navigation/server";
import { presentNotifications } from "@/components/notifications/present";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { Tabs } from "@/components/ui/tabs";
import { paths } from "@/lib/paths";
import { currentCtx } from "@/server/dashboard/context";
import { countUnreadNotifications } from "@/server/dashboard/notifications/queries/count-unread";
import { groupOf, listNotifications } from "@/server/dashboard/notifications/queries/list-notifications";
import { GroupFilter } from "./_components/group-filter";
import { NotificationList } from "./_components/notification-list";
import { ReadAll } from "./_components/read-all";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translator("notifications"))("title") };
}

type Query = Partial<Record<"show" | "about" | "before", string | string[]>>;
const one = (value: string | string[] | undefined): string => (typeof value === "string" ? value : "");

export default async function NotificationsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const query = await searchParams;
  const isUnreadOnly = one(query.show) === "unread";
  const group = groupOf(one(query.about));
  const before = one(query.before);
  const hrefOf = (changed: { show?: string | undefined; about?: string | undefined; before?: string }) =>
    paths.notifications({ show: isUnreadOnly ? "unread" : undefined, about: group ?? undefined, ...changed });

  const ctx = await currentCtx();
  if (ctx === null) return redirectToSignIn(hrefOf({}));
  const [t, bell, common] = await Promise.all([
    translator("notifications"),
    translator("bell"),
    translator("common"),
  ]);
  const page = await listNotifications(ctx, { isUnreadOnly, group: group ?? "", before });
  const items = await presentNotifications(page.items);
  const unread = await countUnreadNotifications(ctx);
  const [newest] = items;
  const isFiltered = isUnreadOnly || group !== null;
  return (
    <>
      <PageHeader
        title={t("title")}
        about={t("about")}
        actions={
          <>
            {unread > 0 && newest !== undefined && before === "" && group === null && (
              <ReadAll upTo={newest.id} label={bell("markAll")} />
            )}
            <Link href={paths.notificationSettings()} className={buttonClass()}>
              <Settings2 aria-hidden className="size-4" />
              {bell("settings")}
            </Link>
          </>
        }
      />
      <Tabs
        label={t("filter.legend")}
        tabs={[
          { href: hrefOf({ show: undefined }), label: t("filter.all"), isHere: !isUnreadOnly },
          {
            href: hrefOf({ show: "unread" }),
            label: t("filter.unread"),
            ...(unread > 0 && { count: unread }),
            isHere: isUnreadOnly,
          },
        ]}
      />
      <GroupFilter chosen={group} hrefOf={(about) => hrefOf({ about })} />
      {items.length === 0 ? (
        isFiltered ? (
          <EmptyState
            title={t("noneMatch")}
            actions={
              <Link href={paths.notifications()} className={buttonClass("secondary", "sm")}>
                {t("filter.clear")}
              </Link>
            }
          />
        ) : (
          <EmptyState title={bell("none")}>{bell("noneBody")}</EmptyState>
        )
      ) : (
        <NotificationList label={t("list")} items={items} />
      )}
      <Pager
        label={common("pages")}
        first={before === "" ? null : { href: hrefOf({}), label: common("newest") }}
        next={page.next === null ? null : { href: hrefOf({ before: page.next }), label: common("older") }}
      />
    </>
  );
}
