import { translator } from "@/components/i18n/server";
import { AccountMark } from "@/components/accounts/account-mark";
import { TestBadge } from "@/components/payments/test-badge";
import { EmptyState } from "@/components/ui/empty-state";
import { Money } from "@/components/ui/money";
import { DataTable } from "@/components/ui/table";
import { Age } from "@/components/ui/time";
import type { AccountChoice } from "@/lib/accounts/account-views";
import { withAccount } from "@/lib/accounts/address";
import type { AllQueue, QueueEntry, QueueReading } from "@/lib/all-accounts/views";
import { paths } from "@/lib/paths";
import { emptyQueueOf } from "./empty-queue";
import { ReadingNote } from "./reading-note";

type QueueOfAllProps = {
  queue: AllQueue;
  parts: readonly { account: AccountChoice; reading: QueueReading }[];
};
type Row = QueueEntry & { account: AccountChoice };

/** Where the account's own list is. */
const LISTS: Record<AllQueue, string> = {
  mine: paths.queues(),
  finance: paths.queues({ team: "finance" }),
  ops: paths.queues({ team: "ops" }),
  unknown: paths.refundList({ status: "UNKNOWN" }),
  approvals: paths.approvals(),
  requests: paths.requests(),
};

/** The items of several accounts in one list, the oldest first; an account that is not in it is named, and why. */
export async function QueueOfAll({ queue, parts }: QueueOfAllProps) {
  const [t, conditions] = await Promise.all([translator("allAccounts"), translator("queues")]);
  const rows = parts
    .flatMap(({ account, reading }): Row[] =>
      reading.kind === "read" ? reading.value.entries.map((entry) => ({ ...entry, account })) : [],
    )
    .sort((a, b) => a.since.localeCompare(b.since));
  const empty = emptyQueueOf(parts.map(({ reading }) => reading));
  const gaps = parts.flatMap(({ account, reading }) => {
    const gap = reading.kind === "read" ? reading.value.gap : reading.kind;
    return gap === null ? [] : [{ account, gap, isPartly: reading.kind === "read" }];
  });
  return (
    <div className="space-y-4">
      {gaps.map(({ account, gap, isPartly }) => (
        <p key={account.slug ?? ""} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <AccountMark name={account.name} colour={account.colour} />
          {isPartly && <span className="text-sm">{t("queues.partly")}</span>}
          <ReadingNote gap={gap} />
        </p>
      ))}
      {rows.length === 0 ? (
        empty !== null && (
          <EmptyState title={t(`queues.${empty}`)}>
            {t(empty === "noneYet" ? "queues.noneYetBody" : "queues.noneBody")}
          </EmptyState>
        )
      ) : (
        <DataTable
          label={t(`queues.${queue}`)}
          rows={rows}
          rowKey={({ account, id }) => `${account.slug ?? ""} ${id}`}
          columns={[
            {
              id: "account",
              heading: t("queues.account"),
              width: "13rem",
              hideBelow: "sm",
              cell: ({ account }) => <AccountMark name={account.name} colour={account.colour} />,
            },
            {
              id: "item",
              heading: t("queues.item"),
              cell: ({ account, href, reference, rows: count, condition, isTest, since }) => (
                <>
                  <span className="mb-1 block @xl:hidden">
                    <AccountMark name={account.name} colour={account.colour} />
                  </span>
                  <a
                    href={withAccount(account.slug, href)}
                    className="touch-target text-accent wrap-anywhere underline underline-offset-2"
                  >
                    {reference ?? t("queues.bulk", { n: count })}
                  </a>
                  {condition !== null && (
                    <span className="block text-sm text-ink-muted">
                      {conditions(`condition.${condition}`)}
                    </span>
                  )}
                  <span className="block text-sm text-ink-muted @xl:hidden">
                    <Age iso={since} />
                  </span>
                  <TestBadge isTest={isTest} />
                </>
              ),
            },
            {
              id: "amount",
              heading: t("queues.amount"),
              align: "end",
              width: "clamp(8rem, 20cqi, 10rem)",
              cell: ({ money }) => (
                <span className="flex flex-wrap justify-end gap-x-3">
                  {money.map(({ currency, amount }) => (
                    <Money key={currency} amount={amount} currency={currency} />
                  ))}
                </span>
              ),
            },
            {
              id: "age",
              heading: t("queues.age"),
              align: "end",
              width: "8rem",
              hideBelow: "sm",
              cell: ({ since }) => <Age iso={since} />,
            },
          ]}
        />
      )}
      {parts.map(
        ({ account, reading }) =>
          reading.kind === "read" &&
          reading.value.hasMore && (
            <p key={account.slug ?? ""} className="text-sm">
              <a
                href={withAccount(account.slug, LISTS[queue])}
                className="touch-target text-accent underline underline-offset-2"
              >
                {t("queues.more", { name: account.name })}
              </a>
            </p>
          ),
      )}
    </div>
  );
}
