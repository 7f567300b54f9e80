"use client";

import { useTranslations } from "use-intl/react";
import { EmptyValue, Line } from "@/components/ui/text";
import type { AssigneeView } from "@/lib/queues/work-views";

/** Who works on what a row of a list shows; undefined where it needs nobody. */
type AssigneeProps = { assignee: AssigneeView | null | undefined };

export function Assignee({ assignee }: AssigneeProps) {
  const t = useTranslations("common.assignee");
  if (assignee === undefined) return <EmptyValue>–</EmptyValue>;
  if (assignee === null) return <span className="text-ink-muted">{t("nobody")}</span>;
  return assignee.isViewer ? (
    <b className="font-medium">{t("you")}</b>
  ) : (
    <span className="inline-block max-w-40 truncate align-bottom">
      <Line text={assignee.name} />
    </span>
  );
}
