"use client";

import { useEffect, useRef, useState, type ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { lazyPart, prefetchPart, useLazyPart } from "@/components/ui/lazy-part";
import { Link } from "@/components/ui/link";
import { Notice } from "@/components/ui/notice";
import { PartFailed } from "@/components/ui/part-failed";
import { Skeleton } from "@/components/ui/skeleton";
import { ForeignText } from "@/components/ui/text";
import { useRouter } from "@/components/ui/use-router";
import { whenIdle } from "@/components/ui/when-idle";
import type { AssignableView, WorkItemView, WorkOutcomeView } from "@/lib/queues/work-views";
import { reopenWorkAction } from "../actions";
import { keyOf, QueueTable, type WorkStep } from "./queue-table";
import { StepNotice } from "./step-notice";
import { useWorkStep } from "./use-work-step";
import type { WorkDialogProps } from "./work-dialog";

const dialogPart = lazyPart(() => import("./work-dialog").then((module) => module.WorkDialog));

type QueueListProps = {
  items: readonly WorkItemView[];
  isLastPage: boolean;
  people: readonly AssignableView[];
  viewer: WorkDialogProps["viewer"];
  /** Shown instead of an empty list. */
  children: ReactNode;
};

/**
 * A list of items with its dialogs. Items that leave while the list is open are named, unless the viewer changed them;
 * focus then moves on to the next row.
 */
export function QueueList({ items: newest, isLastPage, people, viewer, children }: QueueListProps) {
  const t = useTranslations("queues");
  const router = useRouter();
  const [items, setItems] = useState(newest);
  const [left, setLeft] = useState<readonly WorkItemView[]>([]);
  const [own, setOwn] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState<{ step: Exclude<WorkStep, "reopen">; item: WorkItemView } | null>(null);
  const reopening = useWorkStep();
  const nextFocus = useRef<string | null>(null);

  if (newest !== items) {
    setItems(newest);
    setLeft(
      [...left, ...leftOf(items, newest, isLastPage)].filter(({ kind, itemId }) => {
        const key = keyOf({ kind, itemId });
        return !own.has(key) && !newest.some((item) => keyOf(item) === key);
      }),
    );
    setOwn(new Set());
  }

  // The row in focus has gone: the keyboard goes on with the one after it.
  useEffect(() => {
    const key = nextFocus.current;
    nextFocus.current = null;
    if (key === null || (document.activeElement !== document.body && document.activeElement !== null)) return;
    document.querySelector<HTMLElement>(`[data-item="${CSS.escape(key)}"]`)?.focus();
  }, [items]);

  useEffect(() => whenIdle(() => prefetchPart(dialogPart)), []);

  const follow = (item: WorkItemView, outcome: WorkOutcomeView | null): void => {
    if (outcome === null || outcome.kind === "invalid") return;
    if (outcome.kind === "done") setOwn(new Set([...own, keyOf(item)]));
    const at = items.findIndex((one) => keyOf(one) === keyOf(item));
    const next = items[at + 1] ?? items[at - 1];
    nextFocus.current = next === undefined ? null : keyOf(next);
    router.refresh();
  };
  const onStep = (step: WorkStep, item: WorkItemView): void => {
    if (step !== "reopen") return setOpen({ step, item });
    const { kind, itemId, version, mark } = item;
    void reopening
      .send(() => reopenWorkAction({ kind, itemId, version, mark }))
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
                  <Link href={item.href} className="text-accent underline underline-offset-2">
                    <ForeignText>{item.reference}</ForeignText>
                  </Link>
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
      {items.length === 0 ? children : <QueueTable items={items} onStep={onStep} />}
      {open !== null && (
        <LazyDialog
          key={`${open.step} ${keyOf(open.item)}`}
          {...open}
          people={people}
          viewer={viewer}
          onClose={(outcome) => {
            setOpen(null);
            follow(open.item, outcome);
          }}
        />
      )}
    </>
  );
}

function LazyDialog(props: WorkDialogProps) {
  const t = useTranslations("queues");
  const dialog = useLazyPart(dialogPart);
  if (dialog.kind === "ready") return <dialog.part {...props} />;
  return (
    <Dialog
      title={t(`${props.step}.title`, { reference: props.item.reference })}
      onDismiss={() => props.onClose(null)}
      className="max-w-lg"
    >
      {dialog.kind === "loading" ? (
        <Skeleton className="h-32 w-full" />
      ) : (
        <PartFailed onTryAgain={dialog.tryAgain} />
      )}
    </Dialog>
  );
}

/** Items that were listed and are not any more; on a full page, later ones may only have moved to the next page. */
function leftOf(
  before: readonly WorkItemView[],
  now: readonly WorkItemView[],
  isLastPage: boolean,
): WorkItemView[] {
  const keys = new Set(now.map(keyOf));
  const end = now.at(-1)?.since ?? "";
  return before.filter((item) => !keys.has(keyOf(item)) && (isLastPage || item.since <= end));
}
