"use client";

import {
  type RefundAssignments,
  RefundAssignmentsNotice,
} from "@/app/(dashboard)/refunds/_components/refund-assignments";
import { RefundSelectionBar } from "@/app/(dashboard)/refunds/_components/refund-selection-bar";
import { SelectableRefunds } from "@/app/(dashboard)/refunds/_components/selectable-refunds";
import { SelectionFrame } from "@/components/lists/selection-frame";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/controls";
import { WithActions } from "@/components/ui/to-selection";
import { showColumns } from "@/lib/lists/list-columns";
import { intent, PERSON, REFERENCE } from "./data";
import { Example } from "./example";

const nothing = (): void => undefined;
const FRAME = { label: "two", count: "2 selected", isEmpty: false, clearLabel: "Clear", onClear: nothing };
const EXPORT = "/dev/components";
const colleague = { personId: "1", name: PERSON, isViewer: false };
const rows = ["a", "b", "c", "d", "e", "f"].map((id) => ({
  ...intent,
  intentId: id,
  reference: `${REFERENCE}-${id}`,
  isAgeing: id === "a",
  assignee: id === "b" ? colleague : null,
}));
const refunds = rows.slice(0, 3);
const bar = {
  selected: refunds,
  exportPath: EXPORT,
  mayAssign: true,
  assigned: null,
  onAssigned: nothing,
  onDismiss: nothing,
  onClear: nothing,
};
const RESULTS: readonly { state: string; outcome: RefundAssignments["outcome"] }[] = [
  {
    state: "some, and why the others were not",
    outcome: {
      kind: "done",
      refunds: [
        { intentId: "a", kind: "done" },
        { intentId: "b", kind: "changed", assignee: colleague },
        { intentId: "c", kind: "changed", assignee: null },
        { intentId: "d", kind: "ended" },
        { intentId: "e", kind: "forbidden" },
        { intentId: "f", kind: "not_assignable" },
      ],
    },
  },
  { state: "all", outcome: { kind: "done", refunds: [{ intentId: "a", kind: "done" }] } },
  { state: "the response was lost", outcome: { kind: "cut_off" } },
  { state: "forbidden", outcome: { kind: "forbidden" } },
  { state: "invalid", outcome: { kind: "invalid" } },
  { state: "signed out", outcome: { kind: "signed_out" } },
];

/** A selection of the list of refunds. */
export function RefundSelectionExamples() {
  return (
    <>
      <Example component="SelectableRefunds" state="nothing selected yet">
        <SelectableRefunds
          role="finance"
          columns={showColumns("refunds", null)}
          refunds={refunds}
          exportPath={EXPORT}
          mayAssign
        />
      </Example>
      <Example component="SelectionFrame" state="two selected">
        <SelectionFrame {...FRAME}>
          <Button size="sm" variant="primary">
            {PERSON}
          </Button>
        </SelectionFrame>
      </Example>
      <Example component="WithActions" state="the row is selected; its button shows with the focus">
        <WithActions isChosen>
          <Checkbox label={REFERENCE} defaultChecked />
        </WithActions>
      </Example>
      <Example component="RefundSelectionBar" state="three selected that need attention">
        <RefundSelectionBar {...bar} />
      </Example>
      <Example component="RefundSelectionBar" state="one selected in another list">
        <RefundSelectionBar {...bar} selected={refunds.slice(1, 2)} mayAssign={false} />
      </Example>
      {RESULTS.map(({ state, outcome }) => (
        <Example key={state} component="RefundAssignmentsNotice" state={state}>
          <RefundAssignmentsNotice result={{ rows, outcome }} onClose={nothing} />
        </Example>
      ))}
    </>
  );
}
