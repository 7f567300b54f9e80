"use client";

import { ArrowDown, ArrowUp } from "lucide-react";
import { useState, useTransition } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { useRouter } from "@/components/ui/use-router";
import { Checkbox } from "@/components/ui/controls";
import {
  type ColumnChange,
  type ColumnLayout,
  columnRules,
  type ColumnsOutcome,
  defaultLayout,
  type ListName,
  MAX_COLUMN_WIDTH,
  MIN_COLUMN_WIDTH,
} from "@/lib/lists/list-columns";

export type ColumnsEditorProps = {
  list: ListName;
  /** The layout in use; null for the default one. */
  layout: ColumnLayout | null;
  /** The headings by column: those that this list can show. */
  names: Readonly<Record<string, string>>;
  /** Where the columns come from a view: the same list with one's own. */
  ownHref: string | null;
  save: (change: ColumnChange) => Promise<ColumnsOutcome>;
};

type Entry = { id: string; isShown: boolean; width: number | null };

/** Which columns, in which order, how wide: by keyboard alone, too. Nothing changes before "Apply". */
export function ColumnsEditor({ list, layout, names, ownHref, save }: ColumnsEditorProps) {
  const t = useTranslations("columns");
  const router = useRouter();
  const rules = columnRules(list);
  const [entries, setEntries] = useState(() => entriesOf(list, layout, names));
  const [said, setSaid] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, startSaving] = useTransition();

  // A width that was dragged meanwhile.
  const [seen, setSeen] = useState(layout);
  if (seen !== layout) {
    setSeen(layout);
    if (JSON.stringify(seen) !== JSON.stringify(layout)) setEntries(entriesOf(list, layout, names));
  }

  const arrow = {
    variant: "ghost",
    size: "sm",
    className: "aria-disabled:cursor-default aria-disabled:opacity-40",
  } as const;
  const change = (id: string, fields: Partial<Entry>): void =>
    setEntries(entries.map((entry) => (entry.id === id ? { ...entry, ...fields } : entry)));
  const move = (from: number, by: -1 | 1): void => {
    const to = from + by;
    const [moved, other] = [entries[from], entries[to]];
    if (moved === undefined || other === undefined || to === 0) return;
    setEntries(entries.map((entry, index) => (index === from ? other : index === to ? moved : entry)));
    setSaid(t("moved", { column: names[moved.id] ?? "", position: to + 1, count: entries.length }));
  };
  const send = (wanted: ColumnChange, done: string): void => {
    setProblem(null);
    setSaid("");
    startSaving(async () => {
      const outcome = await save(wanted).catch(() => ({ kind: "lost" }) as const);
      if (outcome.kind !== "done") return setProblem(t(`problem.${outcome.kind}`));
      setSaid(done);
      if (ownHref !== null) router.replace(ownHref, { scroll: false });
    });
  };
  const apply = (): void => {
    const columns = entries.filter(({ isShown }) => isShown).map(({ id, width }) => ({ id, width }));
    send({ list, change: "all", columns }, t("applied"));
  };
  const reset = (): void => {
    setEntries(entriesOf(list, null, names));
    send({ list, change: "reset" }, t("isDefault"));
  };

  return (
    <div>
      <p className="mb-2 max-w-prose text-sm text-ink-muted">{t(ownHref === null ? "about" : "ofView")}</p>
      <ol aria-label={t("list")} className="max-w-xl">
        {entries.map(({ id, isShown, width }, index) => {
          const name = names[id] ?? id;
          const use = rules[id]?.use;
          const isAlways = use === "first" || use === "always";
          return (
            <li key={id} className="flex items-center gap-2 border-b border-line py-1">
              <span className="min-w-0 grow basis-40">
                <Checkbox
                  label={name}
                  checked={isShown}
                  disabled={isAlways}
                  title={isAlways ? t("always") : undefined}
                  onChange={(event) => change(id, { isShown: event.target.checked })}
                />
              </span>
              <input
                type="range"
                min={MIN_COLUMN_WIDTH}
                max={MAX_COLUMN_WIDTH}
                step={10}
                value={width ?? rules[id]?.width ?? MIN_COLUMN_WIDTH}
                disabled={!isShown}
                aria-label={t("width", { column: name })}
                aria-valuetext={width === null ? t("automatic") : t("pixels", { width })}
                onChange={(event) => change(id, { width: parseInt(event.target.value, 10) })}
                className="w-28 accent-accent disabled:opacity-40"
              />
              <span aria-hidden className="w-20 text-right text-xs text-ink-muted tabular-nums">
                {isShown && (width === null ? t("automatic") : t("pixels", { width }))}
              </span>
              <span className="flex w-16 justify-end">
                {use !== "first" && (
                  <>
                    <Button
                      {...arrow}
                      icon={<ArrowUp aria-hidden className="size-3.5" />}
                      aria-label={t("up", { column: name })}
                      aria-disabled={index <= 1}
                      onClick={() => move(index, -1)}
                    />
                    <Button
                      {...arrow}
                      icon={<ArrowDown aria-hidden className="size-3.5" />}
                      aria-label={t("down", { column: name })}
                      aria-disabled={index === entries.length - 1}
                      onClick={() => move(index, 1)}
                    />
                  </>
                )}
              </span>
            </li>
          );
        })}
      </ol>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <Button variant="primary" size="sm" busy={isSaving} onClick={apply}>
          {t("apply")}
        </Button>
        <Button variant="ghost" size="sm" disabled={isSaving} onClick={reset}>
          {t("reset")}
        </Button>
        <p role="status" className="text-sm text-ink-muted">
          {said}
        </p>
      </div>
      {problem !== null && (
        <p role="alert" className="mt-2 text-sm text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}

/** The columns shown in their order, then the others in their default one. */
function entriesOf(
  list: ListName,
  layout: ColumnLayout | null,
  names: Readonly<Record<string, string>>,
): Entry[] {
  const shown = (layout ?? defaultLayout(list)).filter(({ id }) => id in names);
  const hidden = Object.keys(names).filter((id) => shown.every((column) => column.id !== id));
  return [
    ...shown.map((column) => ({ ...column, isShown: true })),
    ...hidden.map((id) => ({ id, isShown: false, width: null })),
  ];
}
