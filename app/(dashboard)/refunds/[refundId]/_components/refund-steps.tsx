"use client";

import { Circle, CircleCheck, CircleDot, CircleX, type LucideIcon } from "lucide-react";
import { useTranslations } from "use-intl/react";
import { cx } from "@/components/ui/cx";
import type { RefundStatus } from "@/lib/contract/statuses";
import type { RefundView } from "@/lib/refunds/refund-view";

type StepState = "done" | "now" | "ahead" | "failed";

const LOOKS: Record<StepState, { icon: LucideIcon; mark: string }> = {
  done: { icon: CircleCheck, mark: "text-success" },
  now: { icon: CircleDot, mark: "text-accent" },
  ahead: { icon: Circle, mark: "text-ink-muted" },
  failed: { icon: CircleX, mark: "text-danger" },
};

const STEPS = ["requested", "gateway", "back"] as const;

/** The progress of each status (specification 3.2). A failure may happen before the gateway receives the refund. */
const STATES: Record<RefundStatus, readonly [StepState, StepState, StepState]> = {
  INITIATED: ["now", "ahead", "ahead"],
  PROCESSING: ["done", "now", "ahead"],
  SUCCESS: ["done", "done", "done"],
  FAILURE: ["done", "done", "failed"],
};

function statesOf({ status, wasPaidLate }: RefundView): readonly StepState[] {
  return STATES[wasPaidLate ? "SUCCESS" : status];
}

export function RefundSteps({ refund }: { refund: RefundView }) {
  const t = useTranslations("refunds.one");
  return (
    <ol aria-label={t("progress")} className="grid grid-cols-3 gap-2 px-4 pt-5 pb-4 sm:px-5">
      {STEPS.map((step, index) => {
        const state = statesOf(refund)[index] ?? "ahead";
        const { icon: Icon, mark } = LOOKS[state];
        return (
          <li
            key={step}
            aria-current={state === "now" ? "step" : undefined}
            className={cx("border-t-2 pt-2", state === "ahead" ? "border-line" : "border-current", mark)}
          >
            <span className="flex flex-col gap-x-1.5 gap-y-0.5 sm:flex-row sm:items-center">
              <Icon aria-hidden className="size-4 shrink-0" />
              <span className={cx("text-sm", state === "ahead" ? "text-ink-muted" : "font-medium text-ink")}>
                {t(`steps.${step}`)}
              </span>
              <span className="text-xs text-ink-muted">{t(`stepStates.${state}`)}</span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
