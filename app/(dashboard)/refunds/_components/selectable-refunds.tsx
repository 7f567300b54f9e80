"use client";

import { useState } from "react";
import { lazyPart, useLazyPart } from "@/components/ui/lazy-part";
import { PartFailed } from "@/components/ui/part-failed";
import type { RefundAssignments } from "./refund-assignments";
import type { RefundSelectionBarProps } from "./refund-selection-bar";
import { RefundsTable, type RefundsTableProps } from "./refunds-table";

/** Its scripts come with the first selected row. */
const selectionBar = lazyPart(() =>
  import("./refund-selection-bar").then((module) => module.RefundSelectionBar),
);

export type SelectableRefundsProps = Omit<RefundsTableProps, "choice"> &
  Pick<RefundSelectionBarProps, "exportPath" | "mayAssign">;

/** Rows can be selected, and a bar at the lower edge says what can be done with them. */
export function SelectableRefunds({
  refunds: newest,
  exportPath,
  mayAssign,
  ...columns
}: SelectableRefundsProps) {
  const [refunds, setRefunds] = useState(newest);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [assigned, setAssigned] = useState<RefundAssignments | null>(null);

  // While refunds are in progress, the list refreshes itself: what is still in it stays selected.
  if (newest !== refunds) {
    setRefunds(newest);
    setChosen(new Set(newest.flatMap(({ intentId }) => (chosen.has(intentId) ? [intentId] : []))));
  }
  const choose = (next: ReadonlySet<string>): void => {
    setChosen(next);
    setAssigned(null);
  };
  const selected = refunds.filter(({ intentId }) => chosen.has(intentId));
  return (
    <>
      <RefundsTable {...columns} refunds={refunds} choice={{ chosen, onChoose: choose }} />
      {(selected.length > 0 || assigned !== null) && (
        <Bar
          selected={selected}
          exportPath={exportPath}
          mayAssign={mayAssign}
          assigned={assigned}
          onAssigned={(result, done) => {
            setAssigned(result);
            // What was selected while the response was on its way stays.
            setChosen((now) => new Set([...now].filter((intentId) => !done.has(intentId))));
          }}
          onDismiss={() => setAssigned(null)}
          onClear={() => choose(new Set())}
        />
      )}
    </>
  );
}

function Bar(props: RefundSelectionBarProps) {
  const bar = useLazyPart(selectionBar);
  if (bar.kind === "ready") return <bar.part {...props} />;
  return bar.kind === "failed" ? <PartFailed onTryAgain={bar.tryAgain} /> : null;
}
