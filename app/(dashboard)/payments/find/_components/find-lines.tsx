"use client";

import { useEffect, useEffectEvent, useRef, useState, type SyntheticEvent } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { useOwner } from "@/components/ui/page-account";
import { TextAreaField } from "@/components/ui/controls";
import { type FindLinesOutcome, isUnknown, type LineResult } from "@/lib/payments/lines-view";
import { type Role, roleAllows } from "@/lib/can";
import { ExportLines } from "../../_components/export-lines";
import { takePastedLines } from "../../_components/pasted-lines";
import { findLinesAction } from "../../list-actions";
import { canActOnSeveral, ChosenBar } from "./chosen-bar";
import { LinesTable } from "./lines-table";

type Shown = Exclude<FindLinesOutcome, { kind: "done" }> | { kind: "lost" };
type Result = { text: string; lines: readonly LineResult[] };

/** The pasted lines, and below them what each of them found. Lines that come from the search field are looked up at once. */
export function FindLines({ max, role, userId }: { max: number; role: Role; userId: string }) {
  const t = useTranslations("findLines");
  const common = useTranslations("common");
  const owner = useOwner(userId);
  const [pasted] = useState(() => takePastedLines(owner));
  const [text, setText] = useState(pasted);
  const [result, setResult] = useState<Result | null>(null);
  const [problem, setProblem] = useState<Shown | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isFinding, setIsFinding] = useState(false);
  const latest = useRef(0);

  const find = async (lines: string): Promise<void> => {
    latest.current += 1;
    const own = latest.current;
    setIsFinding(true);
    setProblem(null);
    const outcome = await findLinesAction(lines).catch(() => ({ kind: "lost" }) as const);
    if (own !== latest.current) return;
    setIsFinding(false);
    if (outcome.kind === "done") {
      setResult({ text: lines, lines: outcome.lines });
      setChosen(new Set());
    } else setProblem(outcome);
  };

  const findPasted = useEffectEvent(() => void find(pasted));
  useEffect(() => {
    if (pasted === "") return;
    const timer = setTimeout(findPasted);
    return () => clearTimeout(timer);
  }, [pasted]);

  const onSubmit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (!isFinding) void find(text);
  };

  return (
    <div className="space-y-4">
      <form onSubmit={onSubmit} className="max-w-2xl space-y-3">
        <TextAreaField
          label={t("field")}
          hint={t("hint", { max })}
          error={problem === null ? undefined : t(`error.${problem.kind}`, { max })}
          value={text}
          onChange={(event) => setText(event.target.value)}
          rows={6}
          spellCheck={false}
          autoComplete="off"
          autoFocus
          className="font-mono text-[0.8125rem]"
        />
        <Button type="submit" variant="primary" busy={isFinding}>
          {t("submit")}
        </Button>
      </form>
      {result !== null && (
        <section aria-busy={isFinding} className="space-y-2">
          <div className="flex flex-wrap items-center gap-2">
            <p role="status" className="text-sm text-ink-muted">
              <Summary lines={result.lines} />
            </p>
            {roleAllows(role, "export_records") && (
              <ExportLines
                lines={result.text}
                label={(format) => t("export", { format: common(format) })}
                className="ml-auto"
              />
            )}
          </div>
          <ChosenBar lines={result.lines} chosen={chosen} role={role} onClear={() => setChosen(new Set())} />
          <LinesTable
            lines={result.lines}
            choice={canActOnSeveral(role) ? { chosen, onChoose: setChosen } : null}
          />
        </section>
      )}
    </div>
  );
}

function Summary({ lines }: { lines: readonly LineResult[] }) {
  const t = useTranslations("findLines");
  const found = lines.filter(({ kind }) => kind === "found").length;
  const unknown = lines.filter(({ kind }) => isUnknown(kind)).length;
  return (
    <>
      {t("summary", { found, missing: lines.length - found - unknown })}
      {unknown > 0 && <> · {t("unknown", { n: unknown })}</>}
    </>
  );
}
