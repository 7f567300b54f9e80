"use client";

import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { ExportLines } from "@/components/payments/export-lines";
import { LinesForm } from "@/components/payments/lines-form";
import { useOwner } from "@/components/ui/page-account";
import { type FindLinesOutcome, isUnknown, type LineResult } from "@/lib/payments/lines-view";
import { type Role, roleAllows } from "@/lib/can";
import { takePastedLines } from "../../_components/pasted-lines";
import { findLinesAction } from "../../list-actions";
import { canActOnSeveral, ChosenBar } from "./chosen-bar";
import { LinesTable } from "./lines-table";

type Found = Extract<FindLinesOutcome, { kind: "done" }>;
type Result = { text: string; lines: readonly LineResult[] };

/** The pasted lines, and below them what each of them found. Lines that come from the search field are looked up at once. */
export function FindLines({ max, role, userId }: { max: number; role: Role; userId: string }) {
  const t = useTranslations("findLines");
  const common = useTranslations("common");
  const owner = useOwner(userId);
  const [pasted] = useState(() => takePastedLines(owner));
  const [result, setResult] = useState<Result | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isFinding, setIsFinding] = useState(false);

  return (
    <div className="space-y-4">
      <LinesForm
        max={max}
        initial={pasted}
        isSearchedAtOnce={pasted !== ""}
        find={findLinesAction}
        onBusy={setIsFinding}
        onFound={({ lines }: Found, text) => {
          setResult({ text, lines });
          setChosen(new Set());
        }}
      />
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
