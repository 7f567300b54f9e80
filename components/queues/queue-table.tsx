"use client";

import { useTranslations } from "use-intl/react";
import { AccountMark } from "@/components/accounts/account-mark";
import { TestBadge } from "@/components/payments/test-badge";
import { Button } from "@/components/ui/button";
import { Money } from "@/components/ui/money";
import { type Column, DataTable } from "@/components/ui/table";
import { EmptyValue } from "@/components/ui/text";
import { Age, Elapsed } from "@/components/ui/time";
import { shownAmount } from "@/lib/money";
import { Assignee } from "./assignee";
import { ItemLink } from "./item-link";
import { StateNote } from "./state-note";
import { WorkCondition } from "./work-condition";
import { keyOf, type ListedWork } from "./work-list";

export type WorkStep = "assign" | "wait" | "done" | "reopen";

type QueueTableProps = {
  items: readonly ListedWork[];
  onStep: (step: WorkStep, item: ListedWork) => void;
};

/**
 * One row per item, which names its account where the list has several. Its reference is the link; a, w and e press the
 * buttons of the row in focus.
 */
export function QueueTable({ items, onStep }: QueueTableProps) {
  const t = useTranslations("queues");
  const common = useTranslations("common");
  const hasAccounts = items.some(({ account }) => account !== null);
  const columns: Column<ListedWork>[] = [
    {
      id: "age",
      heading: t("list.age"),
      width: "5rem",
      hideBelow: "sm",
      cell: (item) => <Elapsed iso={item.since} />,
    },
    ...(hasAccounts
      ? [
          {
            id: "account",
            heading: t("list.account"),
            width: "11rem",
            hideBelow: "lg" as const,
            cell: (item: ListedWork) => <Account item={item} />,
          },
        ]
      : []),
    {
      id: "item",
      heading: t("list.item"),
      cell: (item) => (
        <>
          {hasAccounts && (
            <span className="mb-1 block @5xl:hidden">
              <Account item={item} />
            </span>
          )}
          <ItemLink
            item={item}
            opensRow
            className="line-clamp-2 font-medium text-accent underline-offset-2 hover:underline"
          />
          <p className="mt-1 flex flex-wrap gap-1">
            <WorkCondition condition={item.condition} />
            <TestBadge isTest={item.isTest} />
          </p>
          <StateNote item={item} />
          {/* A phone has no room for columns beside the reference, and a tablet not for all of them. */}
          <div className="mt-1 @3xl:hidden">
            <p className="flex flex-wrap justify-between gap-x-4 text-xs text-ink-muted">
              <span className="@xl:hidden">
                <Age iso={item.since} />
              </span>
              <Owner item={item} />
              {item.money !== null && (
                <Money {...item.money} className="ml-auto font-medium text-ink @xl:hidden" />
              )}
            </p>
            <div className="mt-2">
              <Steps item={item} onStep={onStep} />
            </div>
          </div>
        </>
      ),
    },
    {
      id: "assignee",
      heading: common("assignee.heading"),
      width: "9rem",
      hideBelow: "md",
      cell: (item) => <Owner item={item} />,
    },
    {
      id: "amount",
      heading: t("list.amount"),
      width: "7.5rem",
      longest: ({ money }) => (money === null ? null : shownAmount(money.amount, money.currency)),
      align: "end",
      hideBelow: "sm",
      cell: ({ money }) =>
        money === null ? <EmptyValue>–</EmptyValue> : <Money {...money} className="font-semibold" />,
    },
    {
      id: "actions",
      heading: <span className="sr-only">{t("list.actions")}</span>,
      width: "14rem",
      align: "end",
      hideBelow: "md",
      cell: (item) => <Steps item={item} onStep={onStep} />,
    },
  ];
  return <DataTable label={t("list.label")} columns={columns} rows={items} rowKey={keyOf} />;
}

function Account({ item: { account } }: { item: ListedWork }) {
  return account !== null && <AccountMark name={account.name} colour={account.colour} />;
}

/** Who works on it; in a list of several accounts with its state. */
function Owner({ item }: { item: ListedWork }) {
  const t = useTranslations("queues");
  if (item.account === null) return <Assignee assignee={item.assignee} />;
  return (
    <span>
      <Assignee assignee={item.assignee} />
      <span className="text-xs text-ink-muted @3xl:block">
        <span aria-hidden className="@3xl:hidden">
          {" · "}
        </span>
        {t(`state.${item.state}`)}
      </span>
    </span>
  );
}

function Steps({ item, onStep }: { item: ListedWork; onStep: QueueTableProps["onStep"] }) {
  const t = useTranslations("queues");
  const { mayWork, mayFinish, state, reference } = item;
  if (!mayWork) return null;
  const button = (step: WorkStep, key?: "a" | "w" | "e") => (
    <Button
      size="sm"
      aria-label={t(`action.${step}Named`, { reference })}
      aria-keyshortcuts={key}
      onClick={() => onStep(step, item)}
    >
      {t(`action.${step}`)}
    </Button>
  );
  return (
    <span className="inline-flex flex-wrap justify-end gap-1.5 print:hidden">
      {button("assign", "a")}
      {state !== "waiting" && button("wait", "w")}
      {state !== "done" && mayFinish && button("done", "e")}
      {state !== "open" && button("reopen")}
    </span>
  );
}
