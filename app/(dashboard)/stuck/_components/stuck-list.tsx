"use client";

import { useState, type ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { RunName } from "@/components/bulk/run-name";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Link } from "@/components/ui/link";
import { Notice } from "@/components/ui/notice";
import { SELECTION_ACTIONS } from "@/components/ui/to-selection";
import { useRouter } from "@/components/ui/use-router";
import { type Role, roleAllows } from "@/lib/can";
import { paths } from "@/lib/paths";
import type { StuckRow, StuckView } from "@/lib/payments/stuck-view";
import type { Assigned } from "@/lib/queues/work-views";
import { CancelStuckDialog } from "./cancel-stuck-dialog";
import { StuckTable } from "./stuck-table";

type Found = Extract<StuckView, { kind: "found" }>;

type StuckListProps = {
  view: Found;
  /** The rows with who works on them; null for a viewer who may not see that. */
  assigned: readonly (StuckRow & Assigned)[] | null;
  role: Role;
  /** Shown instead of an empty list. */
  children: ReactNode;
};

/** The stuck payments. Selected ones are cancelled by a bulk run, whose page shows its progress and can stop it. */
export function StuckList({ view: newest, assigned, role, children }: StuckListProps) {
  const t = useTranslations("stuck");
  const router = useRouter();
  const [view, setView] = useState(newest);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [confirming, setConfirming] = useState<StuckRow[] | null>(null);
  // A bulk run cancels them.
  const mayCancel = roleAllows(role, "cancel_payment") && roleAllows(role, "run_bulk");

  // New rows clear the selection: a row that moved under the pointer would cancel another payment.
  if (newest !== view) {
    setView(newest);
    setChosen(new Set());
  }

  const { rows, live } = view;
  const liveNotice = live !== null && (
    <div className="mb-3">
      <Notice
        tone="info"
        title={t(live.isPaused ? "live.pausedTitle" : "live.title", { n: live.run.rowCount })}
      >
        <p>
          {t.rich(live.isPaused ? "live.pausedBody" : "live.body", {
            run: () => (
              <Link href={paths.bulkRun(live.runId)} className="text-accent underline underline-offset-2">
                <RunName run={live.run} />
              </Link>
            ),
          })}
        </p>
      </Notice>
    </div>
  );
  if (rows.length === 0) {
    return (
      <>
        {liveNotice}
        {children}
      </>
    );
  }
  const selected = rows.filter((row) => chosen.has(row.transactionId));

  return (
    <>
      {liveNotice}
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex grow items-center gap-3 max-sm:justify-between">
          <p className="text-sm text-ink-muted">{countWords(t, view)}</p>
          <Button size="sm" onClick={() => router.refresh()}>
            {t("reload")}
          </Button>
        </div>
        <div
          {...SELECTION_ACTIONS}
          className={cx(
            "flex flex-wrap items-center gap-2 max-sm:grow max-sm:justify-between",
            selected.length > 0 ? "phone-bar" : mayCancel && "max-sm:hidden",
          )}
        >
          {mayCancel ? (
            <>
              <span aria-live="polite" className="text-sm text-ink-muted tabular-nums">
                {t("selected", { n: selected.length })}
              </span>
              <Button
                variant="danger"
                size="sm"
                disabled={selected.length === 0}
                onClick={() => setConfirming(selected)}
              >
                {t("cancel", { n: selected.length })}
              </Button>
            </>
          ) : (
            <span className="text-sm text-ink-muted">{t("mayNot")}</span>
          )}
        </div>
      </div>
      <StuckTable
        rows={assigned ?? rows}
        hasAssignees={assigned !== null}
        choice={mayCancel ? { chosen, rows, onChoose: setChosen } : null}
      />
      {confirming !== null && (
        <CancelStuckDialog
          rows={confirming}
          onKeep={(isOpen) => {
            setConfirming(null);
            if (isOpen) router.refresh();
          }}
          onStarted={(runId) => router.push(paths.bulkRun(runId))}
        />
      )}
    </>
  );
}

function countWords(t: ReturnType<typeof useTranslations<"stuck">>, view: Found): string {
  const n = view.rows.length;
  if (view.order === "newest") return t("shownNewest", { n });
  return view.next === null ? t("shown", { n }) : t("shownPart", { n });
}
