import { translator } from "@/components/i18n/server";
import { AccountMark } from "@/components/accounts/account-mark";
import { TestBadge } from "@/components/payments/test-badge";
import { Money } from "@/components/ui/money";
import { DataTable } from "@/components/ui/table";
import { Age } from "@/components/ui/time";
import type { AccountChoice } from "@/lib/accounts/account-views";
import { withAccount } from "@/lib/accounts/address";
import type { ApprovalEntry, ApprovalReading } from "@/lib/all-accounts/views";
import { paths } from "@/lib/paths";
import { EmptyQueueOfAll, QueueFrame } from "./queue-frame";

type ApprovalsOfAllProps = {
  parts: readonly { account: AccountChoice; reading: ApprovalReading }[];
};
type Row = ApprovalEntry & { account: AccountChoice };

/** Approvals that wait in several accounts, in one list, the oldest first. */
export async function ApprovalsOfAll({ parts }: ApprovalsOfAllProps) {
  const t = await translator("allAccounts");
  const rows = parts
    .flatMap(({ account, reading }): Row[] =>
      reading.kind === "read" ? reading.value.entries.map((entry) => ({ ...entry, account })) : [],
    )
    .sort((a, b) => a.since.localeCompare(b.since));
  return (
    <QueueFrame parts={parts} list={paths.approvals()}>
      {rows.length === 0 ? (
        <EmptyQueueOfAll readings={parts.map(({ reading }) => reading)} />
      ) : (
        <>
          <DataTable
            label={t("queues.approvals")}
            rows={rows}
            rowKey={({ account, id }) => `${account.slug ?? ""} ${id}`}
            columns={[
              {
                id: "amount",
                heading: t("queues.amount"),
                align: "end",
                onCard: "start",
                cell: ({ money }) =>
                  money.map(({ currency, amount }) => (
                    <Money
                      key={currency}
                      amount={amount}
                      currency={currency}
                      className="ml-3 font-semibold"
                    />
                  )),
              },
              {
                id: "account",
                heading: t("queues.account"),
                onCard: "line",
                cell: ({ account }) => <AccountMark name={account.name} colour={account.colour} />,
              },
              {
                id: "item",
                heading: t("queues.item"),
                fills: "cut",
                onCard: "last",
                cell: ({ account, href, reference, rows: count, isTest }) => (
                  <>
                    <TestBadge isTest={isTest} />
                    <a data-opens href={withAccount(account.slug, href)} title={reference ?? undefined}>
                      {reference ?? t("queues.bulk", { n: count })}
                    </a>
                  </>
                ),
              },
              {
                id: "age",
                heading: t("queues.age"),
                align: "end",
                onCard: "end",
                cell: ({ since }) => <Age iso={since} />,
              },
            ]}
          />
        </>
      )}
    </QueueFrame>
  );
}
