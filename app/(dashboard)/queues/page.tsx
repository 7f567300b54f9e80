import type { Metadata } from "next";
import { translator } from "@/components/i18n/server";
import { RefreshWhile } from "@/components/live/refresh-while";
import { redirectToSignIn } from "@/components/navigation/server";
import { QueueFilters } from "@/components/queues/queue-filters";
import { Forbidden } from "@/components/states/forbidden";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { Tabs } from "@/components/ui/tabs";
import { paths } from "@/lib/paths";
import { queuePath } from "@/lib/queues/queue-path";
import { TEAM_PERMISSIONS, TEAMS, type Team, worksIn } from "@/lib/queues/work-kinds";
import {
  WORK_ORDERS,
  WORK_OWNERS,
  WORK_STATES,
  type WorkOrder,
  type WorkOwner,
  type WorkState,
} from "@/lib/queues/work-views";
import { orForbidden } from "@/server/dashboard/auth/authorize";
import { currentCtx } from "@/server/dashboard/context";
import { listAssignable } from "@/server/dashboard/queues/queries/list-assignable";
import { listQueue } from "@/server/dashboard/queues/queries/list-queue";
import { EndedList } from "./_components/ended-list";
import { OwnQueue } from "./_components/own-queue";
import { GapNotice, HiddenNote, KeysNote } from "./_components/queue-notes";

type QueuesPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translator("queues"))("title") };
}

/** What is for the viewer, or the queue of a team: by state and assignee, all in the address. */
export default async function QueuesPage({ searchParams }: QueuesPageProps) {
  const given = await searchParams;
  const team = TEAMS.find((one) => one === given.team) ?? null;
  const state: WorkState = WORK_STATES.find((one) => one === given.state) ?? "open";
  const owner: WorkOwner = WORK_OWNERS.find((one) => one === given.owner) ?? "all";
  const order: WorkOrder = WORK_ORDERS.find((one) => one === given.order) ?? "age";
  const cursor = typeof given.cursor === "string" ? given.cursor : undefined;
  const ctx = await currentCtx();
  if (ctx === null) return redirectToSignIn(queuePath({ team, state, owner, order }));
  const { role, userId } = ctx.actor;
  const [t, common] = await Promise.all([translator("queues"), translator("common")]);
  const [view, people] = await Promise.all([
    orForbidden(listQueue(ctx, { team, state, owner, order, ...(cursor !== undefined && { cursor }) })),
    orForbidden(listAssignable(ctx)),
  ]);
  if (view === null || people === null) {
    const permission = team === null ? "view_refunds" : TEAM_PERMISSIONS[team];
    return (
      <>
        <PageHeader title={t("title")} />
        <Forbidden role={role} permission={permission} />
      </>
    );
  }
  const { counts, nextCursor } = view;
  const yours = view.items.filter(({ assignee }) => assignee !== null);
  // Where the list has both, what is yours comes first.
  const isByOwner = team === null && yours.length > 0 && yours.length < view.items.length;
  const items = isByOwner
    ? [...yours, ...view.items.filter(({ assignee }) => assignee === null)]
    : view.items;
  return (
    <>
      <PageHeader
        title={t("title")}
        tabs={
          <Tabs
            isInHeader
            label={t("tabs.label")}
            tabs={[
              { href: paths.queues(), label: t("tabs.mine"), isHere: team === null, ...countOf(counts.mine) },
              ...TEAMS.filter((one) => worksIn(role, one)).map((one) => ({
                href: paths.queues({ team: one }),
                label: t(`tabs.${one}`),
                isHere: one === team,
                ...countOf(counts.teams[one] ?? 0),
              })),
            ]}
          />
        }
      />
      <QueueFilters
        state={state}
        owner={team === null ? null : owner}
        counts={view.states}
        order={order}
        hrefOf={(choice) => queuePath({ team, order, ...choice })}
      />
      {view.gaps.map((gap) => (
        <GapNotice key={gap.of} gap={gap} />
      ))}
      <OwnQueue
        key={`${team ?? ""} ${state} ${owner} ${order} ${cursor ?? ""}`}
        lists={[
          {
            account: null,
            items,
            isLastPage: nextCursor === null,
            isWhole: !view.isCut && view.gaps.every((gap) => gap.kind !== "service_error"),
            people,
          },
        ]}
        viewerId={userId}
        order={order}
        isByOwner={isByOwner}
      >
        <NoItems team={team} state={state} isFirstPage={cursor === undefined} />
      </OwnQueue>
      {view.isCut && <p className="mt-3 text-sm text-ink-muted">{t("list.cut", { n: items.length })}</p>}
      <Pager
        label={common("pages")}
        first={
          cursor === undefined ? null : { href: queuePath({ team, state, owner }), label: t("list.first") }
        }
        next={
          nextCursor === null
            ? null
            : { href: queuePath({ team, state, owner, cursor: nextCursor }), label: t("list.older") }
        }
      />
      {state === "open" && <HiddenNote hidden={view.hidden} />}
      <KeysNote />
      {view.ended.length > 0 && <EndedList items={view.ended} />}
      <RefreshWhile isOpen seed={userId} />
    </>
  );
}

/** Only what is not 0 is shown at a tab. */
const countOf = (count: number): { count?: number } => (count === 0 ? {} : { count });

async function NoItems({
  team,
  state,
  isFirstPage,
}: {
  team: Team | null;
  state: WorkState;
  isFirstPage: boolean;
}) {
  const t = await translator("queues");
  const name = !isFirstPage ? "more" : state === "open" && team === null ? "mine" : state;
  return <EmptyState title={t(`empty.${name}Title`)}>{t(`empty.${name}Body`)}</EmptyState>;
}
