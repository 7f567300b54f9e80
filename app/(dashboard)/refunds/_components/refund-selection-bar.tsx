"use client";

import { useTranslations } from "use-intl/react";
import { CUT_OFF, useSend } from "@/components/actions/use-send";
import { AT_LOWER_EDGE, SelectionFrame } from "@/components/lists/selection-frame";
import { ExportLines } from "@/components/payments/export-lines";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { useRouter } from "@/components/ui/use-router";
import type { Assigned } from "@/lib/queues/work-views";
import type { RefundListRow } from "@/lib/refunds/refund-list-views";
import { assignRefundsAction } from "../actions";
import { RefundAssignmentsNotice, type RefundAssignments } from "./refund-assignments";

export type RefundSelectionBarProps = {
  selected: readonly (RefundListRow & Assigned)[];
  /** Where the ids are sent for a file; null for a role that may not export. */
  exportPath: string | null;
  /** The viewer works on what needs attention, and the rows say who does. */
  mayAssign: boolean;
  /** The last assignment of a selection; null when there was none since. */
  assigned: RefundAssignments | null;
  onAssigned: (result: RefundAssignments, done: ReadonlySet<string>) => void;
  /** The result of the assignment has been read; what is selected stays so. */
  onDismiss: () => void;
  onClear: () => void;
};

/** How many refunds are selected, and what can be done with them. Below the rows, so that they stay under the pointer. */
export function RefundSelectionBar(props: RefundSelectionBarProps) {
  const { selected, exportPath, mayAssign, assigned, onAssigned, onDismiss, onClear } = props;
  const t = useTranslations("refunds.select");
  return (
    <div className={cx(AT_LOWER_EDGE, "space-y-2")}>
      {assigned !== null && <RefundAssignmentsNotice result={assigned} onClose={onDismiss} />}
      <SelectionFrame
        label={t("bar")}
        count={t("selected", { n: selected.length })}
        isEmpty={selected.length === 0}
        clearLabel={t("clear")}
        onClear={onClear}
      >
        {exportPath !== null && (
          <ExportLines
            path={exportPath}
            lines={selected.map(({ intentId }) => intentId).join("\n")}
            label={(format) => t(`export.${format}`)}
          />
        )}
        {mayAssign && <AssignButton selected={selected} onAssigned={onAssigned} />}
      </SelectionFrame>
    </div>
  );
}

/** Counts those that need somebody and are not the viewer's yet. */
function AssignButton({ selected, onAssigned }: Pick<RefundSelectionBarProps, "selected" | "onAssigned">) {
  const t = useTranslations("refunds.select");
  const router = useRouter();
  const rows = selected.filter(({ assignee }) => assignee !== undefined && assignee?.isViewer !== true);

  const { sending, send } = useSend(
    (chosen: typeof rows) =>
      assignRefundsAction({
        refunds: chosen.map(({ intentId, assignee }) => ({
          intentId,
          assigneeId: assignee?.personId ?? null,
        })),
      }),
    CUT_OFF,
    (outcome, chosen) => {
      const done = outcome.kind === "done" ? outcome.refunds.filter(({ kind }) => kind === "done") : [];
      onAssigned({ rows: chosen, outcome }, new Set(done.map(({ intentId }) => intentId)));
      router.refresh();
    },
  );
  return (
    <Button
      size="sm"
      variant="primary"
      busy={sending !== null}
      disabled={rows.length === 0}
      onClick={() => void send(rows)}
    >
      {t("assign", { n: rows.length })}
    </Button>
  );
}
