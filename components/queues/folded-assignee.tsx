"use client";

import { useTranslations } from "use-intl/react";
import { Assignee, type AssigneeProps } from "./assignee";

/** Who works on a row, in another column, where a list has no room for its own. */
export function FoldedAssignee({ assignee, className }: AssigneeProps & { className: string }) {
  const t = useTranslations("common.assignee");
  if (assignee === undefined) return null;
  return (
    <p className={`text-xs text-ink-muted ${className}`}>
      {t.rich("folded", { who: () => <Assignee assignee={assignee} /> })}
    </p>
  );
}
