"use client";

import { UserMinus, UserPlus } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { LazyWorkDialog } from "@/components/queues/lazy-work-dialog";
import { StateNote } from "@/components/queues/state-note";
import { StepNotice } from "@/components/queues/step-notice";
import { type ShownWorkOutcome, useWorkStep } from "@/components/queues/use-work-step";
import { WorkCondition } from "@/components/queues/work-condition";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Money } from "@/components/ui/money";
import { Panel } from "@/components/ui/panel";
import { Sentence } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import { paths } from "@/lib/paths";
import type { WorkItemView, WorkOutcomeView } from "@/lib/queues/work-views";
import { OWN_COMMANDS } from "../queues/_components/own-commands";

export type WorkPanelProps = {
  items: readonly WorkItemView[];
  viewerId: string;
  /** The page's own path: an item whose page it is needs no link. */
  here: string;
};

/** The items of a page: what is wrong, who works on it, and the steps of the queue but for giving it to somebody else. */
export function WorkPanel({ items, viewerId, here }: WorkPanelProps) {
  const t = useTranslations("queues");
  return (
    <Panel title={t("panel.title")}>
      <ul className="divide-y divide-line">
        {items.map((item) => (
          <li key={`${item.kind} ${item.itemId}`} className="py-3 first:pt-0 last:pb-0">
            <WorkEntry item={item} viewerId={viewerId} here={here} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

type WorkEntryProps = Omit<WorkPanelProps, "items"> & { item: WorkItemView };

function WorkEntry({ item: shown, viewerId, here }: WorkEntryProps) {
  const t = useTranslations("queues");
  const { isBusy, outcome, send } = useWorkStep();
  const [answered, setAnswered] = useState<WorkItemView | null>(null);
  const [isOver, setIsOver] = useState(false);
  const [step, setStep] = useState<"wait" | "done" | null>(null);
  // What a step answered is newer than the page, until the page is read again.
  const item = answered !== null && answered.version > shown.version ? answered : shown;
  const { kind, itemId, version, mark, assignee, state, money, team } = item;
  const target = { kind, itemId, version, mark };
  const notice: ShownWorkOutcome | null = isOver ? { kind: "ended" } : outcome;
  const isViewers = assignee?.isViewer === true;

  const follow = (came: ShownWorkOutcome | null): void => {
    if (came?.kind === "done" || came?.kind === "changed") setAnswered(came.item);
    if (came?.kind === "ended") setIsOver(true);
  };
  const take = (action: () => Promise<WorkOutcomeView>): void => void send(action).then(follow);

  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 grow basis-64 text-sm">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <WorkCondition condition={item.condition} />
            {money !== null && <Money {...money} className="font-medium" />}
            <span className="text-ink-muted">
              {t.rich("panel.since", { time: () => <Time iso={item.since} precision="minutes" /> })}
            </span>
          </p>
          <p className="mt-1.5">
            {assignee === null ? (
              t("panel.nobody")
            ) : isViewers ? (
              t("panel.you")
            ) : (
              <Sentence>{t("panel.person", { person: assignee.name })}</Sentence>
            )}
          </p>
          <StateNote item={item} />
          <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 empty:hidden">
            {pathOf(item.href) !== here && (
              <Link href={item.href} className={LINK}>
                {t("panel.open", { kind })}
              </Link>
            )}
            {item.mayWork && (
              <Link href={paths.queues({ team, state })} className={LINK}>
                {t("panel.queue", { team })}
              </Link>
            )}
          </p>
        </div>
        {item.mayWork && !isOver && (
          <div role="group" aria-label={t(`condition.${item.condition}`)} className="flex flex-wrap gap-1.5">
            <Button
              size="sm"
              busy={isBusy}
              icon={
                isViewers ? (
                  <UserMinus aria-hidden className="size-3.5" />
                ) : (
                  <UserPlus aria-hidden className="size-3.5" />
                )
              }
              onClick={() =>
                take(() => OWN_COMMANDS.assign({ ...target, personId: isViewers ? null : viewerId }))
              }
            >
              {t(isViewers ? "panel.handBack" : "panel.assignToYou")}
            </Button>
            {state !== "waiting" && (
              <Button size="sm" disabled={isBusy} onClick={() => setStep("wait")}>
                {t("action.wait")}
              </Button>
            )}
            {state !== "done" && item.mayFinish && (
              <Button size="sm" disabled={isBusy} onClick={() => setStep("done")}>
                {t("action.done")}
              </Button>
            )}
            {state !== "open" && (
              <Button size="sm" disabled={isBusy} onClick={() => take(() => OWN_COMMANDS.reopen(target))}>
                {t("action.reopen")}
              </Button>
            )}
          </div>
        )}
      </div>
      {notice !== null && notice.kind !== "done" && (
        <div className="mt-3">
          <StepNotice outcome={notice} />
        </div>
      )}
      {step !== null && (
        <LazyWorkDialog
          step={step}
          item={item}
          account={null}
          people={[]}
          commands={OWN_COMMANDS}
          viewerId={viewerId}
          onClose={(came) => {
            setStep(null);
            follow(came);
          }}
        />
      )}
    </>
  );
}

const LINK = "text-accent underline underline-offset-2";

const pathOf = (href: string): string => href.replace(/\?.*/, "");
