"use client";

import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl/react";
import { SignedOut } from "@/components/states/signed-out";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { ForeignText } from "@/components/ui/text";
import type { AssignRefundsOutcome, RefundAssignment } from "@/lib/refunds/assign-refunds";
import type { RefundListRow } from "@/lib/refunds/refund-list-views";

/** What became of the assignment of a selection, with the rows as they were. `cut_off`: the response was lost. */
export type RefundAssignments = {
  rows: readonly Pick<RefundListRow, "intentId" | "reference" | "refundId">[];
  outcome: AssignRefundsOutcome | { kind: "cut_off" };
};

/** How many were assigned, and why each other one was not. It takes the focus: the button may be gone with the selection. */
export function RefundAssignmentsNotice({
  result,
  onClose,
}: {
  result: RefundAssignments;
  onClose: () => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [result]);
  return (
    <div
      ref={box}
      tabIndex={-1}
      className="overflow-hidden rounded-lg border border-line-strong bg-surface shadow-floating"
    >
      <Outcome result={result} onClose={onClose} />
    </div>
  );
}

function Outcome({ result: { rows, outcome }, onClose }: { result: RefundAssignments; onClose: () => void }) {
  const t = useTranslations("refunds.select.assigned");
  const common = useTranslations("common");
  const close = (
    <Button size="sm" onClick={onClose}>
      {common("close")}
    </Button>
  );
  switch (outcome.kind) {
    case "done": {
      const left = outcome.refunds.filter((one) => one.kind !== "done");
      const n = outcome.refunds.length;
      const done = n - left.length;
      if (left.length === 0)
        return <Notice tone="success" role="status" title={t("all", { n })} actions={close} />;
      return (
        <Notice tone="warning" role="alert" title={t("some", { done, n })} actions={close}>
          <ul
            tabIndex={0}
            aria-label={t("left")}
            className="max-h-40 list-disc space-y-0.5 overflow-y-auto pl-4"
          >
            {left.map((one) => (
              <Left
                key={one.intentId}
                one={one}
                row={rows.find(({ intentId }) => intentId === one.intentId)}
              />
            ))}
          </ul>
        </Notice>
      );
    }
    case "invalid":
    case "forbidden":
      return <Notice tone="danger" role="alert" title={t(outcome.kind)} actions={close} />;
    case "cut_off":
      return (
        <Notice tone="warning" role="alert" title={t("cutOffTitle")} actions={close}>
          <p>{t("cutOffBody")}</p>
        </Notice>
      );
    case "signed_out":
      return <SignedOut />;
  }
}

type NotAssigned = Exclude<RefundAssignment, { kind: "done" }>;

function Left({ one, row }: { one: NotAssigned; row: RefundAssignments["rows"][number] | undefined }) {
  const t = useTranslations("refunds.select.assigned.why");
  const why =
    one.kind === "changed" && one.assignee === null
      ? t("nobody")
      : t(one.kind, { person: one.kind === "changed" ? (one.assignee?.name ?? "") : "" });
  return (
    <li>
      <ForeignText>{row?.reference ?? ""}</ForeignText>: {why}
    </li>
  );
}
