import type { Metadata } from "next";
import { HiddenNote, KeysNote } from "@/app/(dashboard)/queues/_components/queue-notes";
import { AccountMark } from "@/components/accounts/account-mark";
import { Messages } from "@/components/i18n/messages";
import { translator } from "@/components/i18n/server";
import { redirectToAddress, redirectToSignIn } from "@/components/navigation/server";
import { QueueFilters } from "@/components/queues/queue-filters";
import { Tabs } from "@/components/ui/tabs";
import type { AccountChoice } from "@/lib/accounts/account-views";
import {
  ALL_QUEUES,
  type AllQueue,
  type Reading,
  type WorkPage,
  type WorkQueue,
} from "@/lib/all-accounts/views";
import { paths } from "@/lib/paths";
import { queuePath } from "@/lib/queues/queue-path";
import { WORK_OWNERS, WORK_STATES, type WorkOwner, type WorkState } from "@/lib/queues/work-views";
import { type OwnAccount, ownAccounts } from "@/server/dashboard/context";
import { ApprovalsOfAll } from "../_components/approvals-of-all";
import { Frame } from "../_components/frame";
import { EmptyQueueOfAll, QueueFrame } from "../_components/queue-frame";
import { WorkOfAll } from "../_components/work-of-all";
import { personOf } from "../_read/person-of";
import { readApprovals } from "../_read/read-approvals";
import { readWork } from "../_read/read-work";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translator("allAccounts"))("page.queues") };
}

type QueuesPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** One queue over all accounts of the person, the oldest first; by state and assignee where items have them. */
export default async function QueuesEverywherePage({ searchParams }: QueuesPageProps) {
  const given = await searchParams;
  const queue = ALL_QUEUES.find((known) => known === given.queue) ?? "mine";
  const state = WORK_STATES.find((known) => known === given.state) ?? "open";
  const owner = WORK_OWNERS.find((known) => known === given.owner) ?? "all";
  const accounts = await ownAccounts();
  if (accounts === null) return redirectToSignIn(addressOf({ queue, state, owner }));
  if (accounts.length === 0) return redirectToAddress(paths.login());
  const t = await translator("allAccounts");
  return (
    <Frame accounts={accounts} section="queues">
      <Tabs
        label={t("queues.label")}
        tabs={ALL_QUEUES.map((each) => ({
          href: addressOf({ queue: each, state: "open", owner: "all" }),
          label: t(`queues.${each}`),
          isHere: each === queue,
        }))}
      />
      {queue === "approvals" ? (
        <ApprovalsOfAll parts={await readEach(accounts, readApprovals)} />
      ) : (
        <Work accounts={accounts} queue={queue} state={state} owner={owner} />
      )}
    </Frame>
  );
}

type Address = { queue: AllQueue; state: WorkState; owner: WorkOwner };

/** Leaves out what is the default. */
function addressOf({ queue, state, owner }: Address): string {
  return paths.allAccountsQueues({
    queue: queue === "mine" ? undefined : queue,
    state: queue !== "approvals" && state !== "open" ? state : undefined,
    owner: queue !== "approvals" && queue !== "mine" && owner !== "all" ? owner : undefined,
  });
}

type WorkProps = { accounts: readonly OwnAccount[]; queue: WorkQueue; state: WorkState; owner: WorkOwner };

async function Work({ accounts, queue, state, owner }: WorkProps) {
  const parts = await readEach(accounts, (ctx) => readWork(ctx, queue, { state, owner }));
  const lists = parts.flatMap(({ account, reading }) => {
    if (reading.kind !== "read") return [];
    const { items, people, hasMore, gap } = reading.value;
    return [{ account, items, people, isLastPage: !hasMore, isWhole: gap !== "failed" }];
  });
  return (
    <Messages areas={["queues"]}>
      <QueueFilters
        state={state}
        owner={queue === "mine" ? null : owner}
        counts={null}
        hrefOf={(choice) => addressOf({ queue, ...choice })}
      />
      <QueueFrame parts={parts} list={listOf({ queue, state, owner })}>
        <WorkOfAll key={`${queue} ${state} ${owner}`} lists={lists} viewerId={personOf(accounts)}>
          <EmptyQueueOfAll readings={parts.map(({ reading }) => reading)} state={state} />
        </WorkOfAll>
      </QueueFrame>
      {state === "open" &&
        parts.map(
          ({ account, reading }) =>
            reading.kind === "read" && (
              <HiddenInAccount key={account.slug ?? ""} account={account} hidden={reading.value.hidden} />
            ),
        )}
      <KeysNote />
    </Messages>
  );
}

/** Where an account's own list of the same items is. */
function listOf({ queue, state, owner }: Omit<WorkProps, "accounts">): string {
  if (queue === "unknown") return paths.refundList({ status: "UNKNOWN" });
  if (queue === "requests") return paths.requests();
  return queuePath({ team: queue === "mine" ? null : queue, state, owner });
}

/** The money of one account's items that are out of sight; it is never added to that of another. */
function HiddenInAccount({ account, hidden }: { account: AccountChoice; hidden: WorkPage["hidden"] }) {
  if (hidden.length === 0) return null;
  return (
    <div className="mt-3 flex flex-wrap items-baseline gap-x-3 text-sm [&>ul]:mt-0">
      <AccountMark name={account.name} colour={account.colour} />
      <HiddenNote hidden={hidden} />
    </div>
  );
}

/** What goes to the browser is named, because a context has the account's services. */
function readEach<T>(
  accounts: readonly OwnAccount[],
  read: (ctx: NonNullable<OwnAccount["ctx"]>) => Promise<Reading<T>>,
): Promise<{ account: AccountChoice; reading: Reading<T> }[]> {
  return Promise.all(
    accounts.map(async ({ slug, name, colour, ctx }) => ({
      account: { slug, name, colour },
      reading: ctx === null ? ({ kind: "failed" } as const) : await read(ctx),
    })),
  );
}
