"use client";

import { useOptimistic, useState, useTransition } from "react";
import { useTranslations } from "use-intl/react";
import { Checkbox } from "@/components/ui/controls";
import { DensitySwitch } from "@/components/ui/density-switch";
import { useRouter } from "@/components/ui/use-router";
import {
  type ColumnChange,
  type ColumnLayout,
  type ColumnsOutcome,
  columnUses,
  defaultLayout,
  type ListName,
} from "@/lib/lists/list-columns";

export type ColumnChoiceProps = {
  list: ListName;
  /** The layout in use; null for the default one. */
  layout: ColumnLayout | null;
  /** The headings by column: those that this list can show. */
  names: Readonly<Record<string, string>>;
  /** Where the columns come from a view: the same list with one's own. */
  ownHref: string | null;
  save: (change: ColumnChange) => Promise<ColumnsOutcome>;
};

/** Which columns a list shows, and how high its rows are. A change applies at once. */
export function ColumnChoice({ list, layout, names, ownHref, save }: ColumnChoiceProps) {
  const t = useTranslations("columns");
  const tNavigation = useTranslations("navigation");
  const router = useRouter();
  const [shown, setShown] = useOptimistic(layout ?? defaultLayout(list));
  const [problem, setProblem] = useState<Exclude<ColumnsOutcome["kind"], "done"> | "lost" | null>(null);
  const [, startSaving] = useTransition();
  const uses = columnUses(list);

  const send = (change: ColumnChange, then: ColumnLayout): void => {
    setProblem(null);
    startSaving(async () => {
      setShown(then);
      const outcome = await save(change).catch(() => ({ kind: "lost" }) as const);
      if (outcome.kind !== "done") return setProblem(outcome.kind);
      if (ownHref !== null) router.replace(ownHref, { scroll: false });
    });
  };
  const toggle = (id: string, isShown: boolean): void => {
    const columns = isShown ? [...shown, id] : shown.filter((other) => other !== id);
    send({ list, change: "all", columns }, columns);
  };
  const box = (id: string) => (
    <Checkbox
      key={id}
      label={names[id]}
      checked={shown.includes(id)}
      disabled={uses[id] === "always"}
      title={uses[id] === "always" ? t("always") : undefined}
      onChange={(event) => toggle(id, event.target.checked)}
      className="min-h-8 rounded px-2 hover:bg-sunken"
    />
  );
  const ids = Object.keys(uses).filter((id) => id in names);
  const isUsual = (id: string): boolean => uses[id] !== "optional";
  return (
    <div className="max-h-[calc(100dvh-11rem)] overflow-y-auto">
      {ownHref !== null && <p className="max-w-60 p-2 text-xs text-ink-muted">{t("ofView")}</p>}
      <fieldset aria-label={t("open")}>
        {ids.filter(isUsual).map(box)}
        <div className="my-1 border-t border-line" />
        {ids.filter((id) => !isUsual(id)).map(box)}
      </fieldset>
      <div className="mt-1 flex min-h-10 items-center justify-between gap-6 border-t border-line px-2 pt-1">
        <span aria-hidden>{tNavigation("density.legend")}</span>
        <DensitySwitch name="density-of-list" />
      </div>
      <button
        type="button"
        onClick={() => send({ list, change: "reset" }, defaultLayout(list))}
        className="min-h-8 w-full rounded px-2 text-start text-accent hover:bg-sunken"
      >
        {t("reset")}
      </button>
      {problem !== null && (
        <p role="alert" className="max-w-60 p-2 text-danger">
          {t(`problem.${problem}`)}
        </p>
      )}
    </div>
  );
}
