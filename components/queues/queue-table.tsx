"use client";

import { useTranslations } from "use-intl/react";
import { AccountMark } from "@/components/accounts/account-mark";
import { TestBadge } from "@/components/payments/test-badge";
import { Button, buttonClass } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { Money } from "@/components/ui/money";
import { ReadyButton } from "@/components/ui/ready-button";
import { RowMenu } from "@/components/ui/row-menu";
import { cx } from "@/components/ui/cx";
import { type Column, DataTable } from "@/components/ui/table";
import { EmptyValue, Line } from "@/components/ui/text";
import { Elapsed } from "@/components/ui/time";
import type { WorkOrder } from "@/lib/queues/work-views";
import { Assignee } from "./assignee";
import { ItemLink } from "./item-link";
import { WhoAndWhy } from "./who-and-why";
import { WorkCondition } from "./work-condition";
import { keyOf, type ListedWork } from "./work-list";

export type WorkStep = "assign" | "wait" | "done" | "reopen";

export type QueueTableProps = {
  items: readonly ListedWork[];
  /** Missing where there is one order: the oldest first. */
  order?: WorkOrder;
  /** The viewer's items are apart from what nobody has taken. */
  isByOwner?: boolean;
  onStep: (step: WorkStep, item: ListedWork) => void;
};

/**
 * One row per item, which names its account where the list has several. Its reference is the link; a, w and e press the
 * buttons in the menu of the row in focus.
 */
export function QueueTable({ items, order, isByOwner = false, onStep }: QueueTableProps) {
  const t = useTranslations("queues");
  const common = useTranslations("common");
  const hasAccounts = items.some(({ account }) => account !== null);
  const columns: Column<ListedWork>[] = [
    {
      id: "condition",
      heading: common("status"),
      onCard: "start",
      cell: ({ condition }) => <WorkCondition condition={condition} />,
    },
    {
      id: "item",
      heading: t("list.item"),
      onCard: "last",
      cell: (item) => (
        <>
          <TestBadge isTest={item.isTest} />
          <ItemLink item={item} opensRow className="inline-block max-w-44 truncate align-bottom">
            <Line text={item.reference} />
          </ItemLink>
        </>
      ),
    },
    {
      id: "why",
      heading: t("list.why"),
      fills: "cut",
      hideBelow: "md",
      onCard: "line",
      cell: (item) => <WhoAndWhy item={item} />,
    },
    {
      id: "amount",
      heading: t("list.amount"),
      ...(order === "money" && { sorted: "descending" as const }),
      align: "end",
      onCard: "end",
      cell: ({ money }) =>
        money === null ? <EmptyValue>–</EmptyValue> : <Money {...money} className="font-semibold text-ink" />,
    },
    {
      id: "age",
      heading: t("list.age"),
      ...(order === "age" && { sorted: "descending" as const }),
      // It ticks.
      width: "5.5rem",
      align: "end",
      onCard: "last",
      cell: (item) => <Elapsed iso={item.since} />,
    },
    ...(hasAccounts
      ? [
          {
            id: "account",
            heading: t("list.account"),
            hideBelow: "ml" as const,
            onCard: "last" as const,
            cell: (item: ListedWork) => <Account item={item} />,
          },
        ]
      : []),
    {
      id: "assignee",
      heading: common("assignee.heading"),
      hideBelow: "md",
      cell: (item) => <Owner item={item} />,
    },
    {
      id: "actions",
      heading: <span className="sr-only">{t("list.actions")}</span>,
      align: "end",
      onCard: "act",
      cell: (item) => <Steps item={item} onStep={onStep} />,
    },
  ];
  return (
    <DataTable
      label={t("list.label")}
      columns={columns}
      rows={items}
      rowKey={keyOf}
      opensRows
      {...(isByOwner && {
        groupOf: ({ assignee }: ListedWork) => t(assignee === null ? "list.nobodys" : "list.yours"),
      })}
    />
  );
}

function Account({ item: { account } }: { item: ListedWork }) {
  return account !== null && <AccountMark name={account.name} colour={account.colour} />;
}

/** Who works on it; in a list of several accounts with its state. */
function Owner({ item }: { item: ListedWork }) {
  const t = useTranslations("queues");
  if (item.account === null) return <Assignee assignee={item.assignee} />;
  return (
    <>
      <Assignee assignee={item.assignee} />
      <span className="text-ink-muted">
        {" · "}
        {t(`state.${item.state}`)}
      </span>
    </>
  );
}

/** What is to be done, on the page of the item, and in a menu who does it and when. */
function Steps({ item, onStep }: { item: ListedWork; onStep: QueueTableProps["onStep"] }) {
  const t = useTranslations("queues");
  const { mayWork, mayFinish, isForOthers, state, reference, condition } = item;
  if (!mayWork) return null;
  const press = (step: WorkStep, key?: "a" | "w" | "e") => ({
    "aria-label": t(`action.${step}Named`, { reference }),
    "aria-keyshortcuts": key,
    onClick: () => onStep(step, item),
  });
  return (
    <span className="inline-flex items-center justify-end gap-1.5">
      {state === "done" ? (
        <Button size="sm" {...press("reopen")}>
          {t("action.reopen")}
        </Button>
      ) : (
        <ItemLink item={item} className={cx(buttonClass("secondary", "sm"), "min-w-24")}>
          {t(isForOthers ? "todo.view" : `todo.${condition}`)}
        </ItemLink>
      )}
      <RowMenu label={t("action.more", { reference })}>
        {(menuId) => {
          const entry = (step: WorkStep, key?: "a" | "w" | "e") => (
            <ReadyButton
              popoverTarget={menuId}
              popoverTargetAction="hide"
              className={MENU_BUTTON}
              {...press(step, key)}
            >
              {t(`action.${step}`)}
              {key !== undefined && (
                <span aria-hidden className="pointer-coarse:hidden">
                  <Kbd>{key}</Kbd>
                </span>
              )}
            </ReadyButton>
          );
          return (
            <>
              {entry("assign", "a")}
              {state !== "waiting" && entry("wait", "w")}
              {state !== "done" && mayFinish && entry("done", "e")}
              {state === "waiting" && entry("reopen")}
            </>
          );
        }}
      </RowMenu>
    </span>
  );
}

const MENU_BUTTON =
  "flex min-h-8 touch-target w-full items-center justify-between gap-6 rounded px-2 text-left hover:bg-sunken";
