"use client";

import { useEffect, useRef, useState, type ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { useRouter } from "@/components/ui/use-router";
import { whenIdle } from "@/components/ui/when-idle";
import type { AccountChoice } from "@/lib/accounts/account-views";
import type { WorkOutcomeView } from "@/lib/queues/work-views";
import { ItemLink } from "./item-link";
import { LazyWorkDialog, prefetchWorkDialog } from "./lazy-work-dialog";
import { QueueTable, type QueueTableProps, type WorkStep } from "./queue-table";
import { StepNotice } from "./step-notice";
import { useWorkStep } from "./use-work-step";
import { itemsOf, keyOf, leftOf, type ListedWork, type WorkCommands, type WorkList } from "./work-list";

export type QueueListProps = {
  /** One for each account; on the page of one account, one. */
  lists: readonly WorkList[];
  viewerId: string;
  order?: QueueTableProps["order"];
  isByOwner?: boolean;
  commandsOf: (account: AccountChoice | null) => WorkCommands;
  /** Shown instead of an empty list. */
  children: ReactNode;
};

/**
 * A list of items with its dialogs. Items that leave while the list is open are named, unless the viewer changed them;
 * focus then moves on to the next row.
 */
export function QueueList({
  lists: newest,
  viewerId,
  order,
  isByOwner = false,
  commandsOf,
  children,
}: QueueListProps) {
  const t = useTranslations("queues");
  const router = useRouter();
  const [lists, setLists] = useState(newest);
  const [left, setLeft] = useState<readonly ListedWork[]>([]);
  const [own, setOwn] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState<{ step: Exclude<WorkStep, "reopen">; item: ListedWork } | null>(null);
  const reopening = useWorkStep();
  const nextFocus = useRef<string | null>(null);
  const items = itemsOf(lists);

  if (newest !== lists) {
    const listed = new Set(itemsOf(newest).map(keyOf));
    setLists(newest);
    setLeft(
      [...left, ...leftOf(items, newest)].filter((item) => !own.has(keyOf(item)) && !listed.has(keyOf(item))),
    );
    setOwn(new Set());
  }

  // The row in focus has gone: the keyboard goes on with the one after it.
  useEffect(() => {
    const key = nextFocus.current;
    nextFocus.current = null;
    if (key === null || (document.activeElement !== document.body && document.activeElement !== null)) return;
    document.querySelector<HTMLElement>(`[data-item="${CSS.escape(key)}"]`)?.focus();
  }, [lists]);

  useEffect(() => whenIdle(prefetchWorkDialog), []);

  const follow = (item: ListedWork, outcome: WorkOutcomeView | null): void => {
    if (outcome === null || outcome.kind === "invalid") return;
    if (outcome.kind === "done") setOwn(new Set([...own, keyOf(item)]));
    const at = items.findIndex((one) => keyOf(one) === keyOf(item));
    const next = items[at + 1] ?? items[at - 1];
    nextFocus.current = next === undefined ? null : keyOf(next);
    router.refresh();
  };
  const onStep = (step: WorkStep, item: ListedWork): void => {
    if (step !== "reopen") return setOpen({ step, item });
    const { account, kind, itemId, version, mark } = item;
    void reopening
      .send(() => commandsOf(account).reopen({ kind, itemId, version, mark }))
      .then((outcome) => follow(item, outcome === null || outcome.kind === "cut_off" ? null : outcome));
  };

  return (
    <>
      {left.length > 0 && (
        <div className="mb-3">
          <Notice
            tone="info"
            role="status"
            title={t("left.title", { n: left.length })}
            actions={
              <Button size="sm" onClick={() => setLeft([])}>
                {t("left.dismiss")}
              </Button>
            }
          >
            <p>{t("left.body")}</p>
            <ul className="flex flex-wrap gap-x-4">
              {left.map((item) => (
                <li key={keyOf(item)}>
                  <ItemLink item={item} className="text-accent underline underline-offset-2" />
                </li>
              ))}
            </ul>
          </Notice>
        </div>
      )}
      {reopening.outcome !== null && reopening.outcome.kind !== "done" && (
        <div className="mb-3">
          <StepNotice outcome={reopening.outcome} />
        </div>
      )}
      {items.length === 0 ? (
        children
      ) : (
        <QueueTable
          items={items}
          {...(order !== undefined && { order })}
          isByOwner={isByOwner}
          onStep={onStep}
        />
      )}
      {open !== null && (
        <LazyWorkDialog
          key={`${open.step} ${keyOf(open.item)}`}
          step={open.step}
          item={open.item}
          account={open.item.account}
          people={lists.find(({ account }) => account?.slug === open.item.account?.slug)?.people ?? []}
          viewerId={viewerId}
          commands={commandsOf(open.item.account)}
          onClose={(outcome) => {
            setOpen(null);
            follow(open.item, outcome);
          }}
        />
      )}
    </>
  );
}
