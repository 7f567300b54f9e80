"use client";

import { useRouter } from "next/navigation";
import { useState, type ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { type Role, roleAllows } from "@/lib/can";
import type { StuckRow, StuckView } from "@/lib/stuck-view";
import { AskDialog } from "./ask-dialog";
import { canAsk } from "./row-result";
import { RunBar } from "./run-bar";
import { StuckTable } from "./stuck-table";
import { useCancelRun } from "./use-cancel-run";

type Found = Extract<StuckView, { kind: "found" }>;

type StuckListProps = {
  view: Found;
  role: Role;
  /** In place of an empty list. */
  children: ReactNode;
};

/**
 * The stuck payments, and what came of those that were cancelled here. The lines stay as they were read until the person
 * asks for them anew: a list that moved under the hand would cancel another payment, and take the results away.
 */
export function StuckList({ view: newest, role, children }: StuckListProps) {
  const t = useTranslations("stuck");
  const router = useRouter();
  const [view, setView] = useState(newest);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<StuckRow[] | null>(null);
  const run = useCancelRun();
  const mayCancel = roleAllows(role, "cancel_payment");

  const hasResults = Object.keys(run.states).length > 0;
  if (!hasResults && newest !== view) {
    setView(newest);
    setChosen(new Set());
  }

  const { rows } = view;
  if (rows.length === 0) return children;
  const open = rows.filter((row) => canAsk(run.states[row.transactionId]));
  const selected = open.filter((row) => chosen.has(row.transactionId));

  const reload = (): void => {
    run.forget();
    setChosen(new Set());
    router.refresh();
  };

  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex grow items-center gap-3 max-sm:justify-between">
          <p className="text-sm text-ink-muted">{countWords(t, view)}</p>
          <Button size="sm" disabled={run.isRunning} onClick={reload}>
            {t("reload")}
          </Button>
        </div>
        <div className="flex flex-wrap items-center gap-2 max-sm:grow max-sm:justify-between print:hidden">
          {mayCancel ? (
            <>
              <span aria-live="polite" className="text-sm text-ink-muted tabular-nums">
                {t("selected", { n: selected.length })}
              </span>
              <Button
                variant="danger"
                size="sm"
                disabled={selected.length === 0 || run.isRunning}
                onClick={() => setAsked(selected)}
              >
                {t("cancel", { n: selected.length })}
              </Button>
            </>
          ) : (
            <span className="text-sm text-ink-muted">{t("mayNot")}</span>
          )}
        </div>
      </div>
      {hasResults && <RunBar run={run} />}
      <StuckTable
        rows={rows}
        states={run.states}
        choice={mayCancel ? { chosen, open, isLocked: run.isRunning, onChoose: setChosen } : null}
      />
      {asked !== null && (
        <AskDialog
          rows={asked}
          onKeep={() => setAsked(null)}
          onCancel={() => {
            setAsked(null);
            setChosen(new Set());
            run.begin(asked);
          }}
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
