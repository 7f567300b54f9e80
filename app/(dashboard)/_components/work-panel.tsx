"use client";

import { UserMinus, UserPlus } from "lucide-react";
import { useTranslations } from "use-intl/react";
import { StepNotice } from "@/components/queues/step-notice";
import { useWorkStep } from "@/components/queues/use-work-step";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Panel } from "@/components/ui/panel";
import { ForeignText } from "@/components/ui/text";
import { useRouter } from "@/components/ui/use-router";
import { paths } from "@/lib/paths";
import type { WorkItemView } from "@/lib/queues/work-views";
import { assignWorkAction } from "../queues/actions";

/** On an item's own page: who works on it, and taking it or handing it back. The queue has the rest. */
export function WorkPanel({ item, viewerId }: { item: WorkItemView; viewerId: string }) {
  const t = useTranslations("queues");
  const router = useRouter();
  const { isBusy, outcome, send } = useWorkStep();
  const { kind, itemId, version, mark, assignee, team } = item;
  const isViewers = assignee?.isViewer === true;
  const assign = async (personId: string | null): Promise<void> => {
    const answered = await send(() => assignWorkAction({ kind, itemId, version, mark, personId }));
    if (answered !== null && ["done", "changed", "ended"].includes(answered.kind)) router.refresh();
  };
  return (
    <Panel
      title={t("panel.title")}
      aside={
        item.mayWork && (
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
            onClick={() => void assign(isViewers ? null : viewerId)}
          >
            {t(isViewers ? "panel.handBack" : "panel.assignToYou")}
          </Button>
        )
      }
    >
      <p className="text-sm">
        {assignee === null ? (
          t("panel.nobody")
        ) : isViewers ? (
          t("panel.you")
        ) : (
          <ForeignText>{t("panel.person", { person: assignee.name })}</ForeignText>
        )}
      </p>
      {item.state !== "open" && item.reason !== null && (
        <p className="mt-1 text-sm text-ink-muted">
          <ForeignText>{t(`note.${item.state}`, { reason: item.reason })}</ForeignText>
        </p>
      )}
      {item.mayWork && (
        <p className="mt-1 text-sm">
          <Link
            href={paths.queues({ team, state: item.state })}
            className="text-accent underline underline-offset-2"
          >
            {t("panel.queue", { team })}
          </Link>
        </p>
      )}
      {outcome !== null && outcome.kind !== "done" && (
        <div className="mt-3">
          <StepNotice outcome={outcome} />
        </div>
      )}
    </Panel>
  );
}
