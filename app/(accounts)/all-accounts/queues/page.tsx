import type { Metadata } from "next";
import { translator } from "@/components/i18n/server";
import { redirectToAddress, redirectToSignIn } from "@/components/navigation/server";
import { Tabs } from "@/components/ui/tabs";
import { ALL_QUEUES, type QueueReading } from "@/lib/all-accounts/views";
import { paths } from "@/lib/paths";
import { type OwnAccount, ownAccounts } from "@/server/dashboard/context";
import { Frame } from "../_components/frame";
import { QueueOfAll } from "../_components/queue-of-all";
import { readQueue } from "../_read/read-queue";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translator("allAccounts"))("page.queues") };
}

type QueuesPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** One queue over all accounts of the person, the oldest first. */
export default async function QueuesEverywherePage({ searchParams }: QueuesPageProps) {
  const given = (await searchParams).queue;
  const queue = ALL_QUEUES.find((known) => known === given) ?? "mine";
  const addressOf = (each: string): string => paths.allAccountsQueues(each === "mine" ? {} : { queue: each });
  const accounts = await ownAccounts();
  if (accounts === null) return redirectToSignIn(addressOf(queue));
  if (accounts.length === 0) return redirectToAddress(paths.login());
  const t = await translator("allAccounts");
  const parts = await Promise.all(
    accounts.map(async (account) => ({ account, reading: await readOne(account) })),
  );
  return (
    <Frame accounts={accounts} section="queues">
      <Tabs
        label={t("queues.label")}
        tabs={ALL_QUEUES.map((each) => ({
          href: addressOf(each),
          label: t(`queues.${each}`),
          isHere: each === queue,
        }))}
      />
      <QueueOfAll queue={queue} parts={parts} />
    </Frame>
  );

  function readOne({ ctx }: OwnAccount): Promise<QueueReading> {
    return ctx === null ? Promise.resolve({ kind: "failed" }) : readQueue(ctx, queue);
  }
}
