"use client";

import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { ExportLines } from "@/components/payments/export-lines";
import { useHanded } from "@/components/accounts/use-handed";
import { canActOnSeveral } from "@/components/bulk/bulk-actions";
import { fetchOutcome } from "@/components/live/fetch-view";
import { LinesForm } from "@/components/payments/lines-form";
import { useOwner } from "@/components/ui/page-account";
import { useRouter } from "@/components/ui/use-router";
import { type FindLinesOutcome, isUnknown, type LineResult, onlyPaymentOf } from "@/lib/payments/lines-view";
import { type Role, roleAllows } from "@/lib/can";
import { paths } from "@/lib/paths";
import type { RequestTarget } from "@/lib/requests/request-views";
import { RequestSelectionDialog } from "../../_components/list/request-selection-dialog";
import { takePastedLines } from "@/app/(dashboard)/_components/search/pasted-lines";
import { ChosenBar } from "./chosen-bar";
import { LinesTable } from "./lines-table";

type Found = Extract<FindLinesOutcome, { kind: "done" }>;
type Result = { text: string; lines: readonly LineResult[] };

/**
 * The pasted lines, and below them what each of them found. Lines that come from the search field are looked up at once,
 * and so are payments that the search of all accounts hands on, of which refunds are requested.
 */
export function FindLines({ max, role, userId }: { max: number; role: Role; userId: string }) {
  const t = useTranslations("findLines");
  const common = useTranslations("common");
  const owner = useOwner(userId);
  const [pasted] = useState(() => takePastedLines(owner));
  const [result, setResult] = useState<Result | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isFinding, setIsFinding] = useState(false);
  const [handed, setHanded] = useState<readonly RequestTarget[]>([]);
  const [isRequesting, setIsRequesting] = useState(false);
  const router = useRouter();

  useHanded(owner, (given) => {
    if (given.to !== "requests" || !roleAllows(role, "request_refund")) return;
    setHanded(given.payments);
    setIsRequesting(true);
  });
  const given = handed.length > 0 ? handed.map(({ reference }) => reference).join("\n") : pasted;

  return (
    <div className="space-y-4">
      <LinesForm
        key={given}
        max={max}
        initial={given}
        isSearchedAtOnce={given !== ""}
        find={(text) => fetchOutcome<FindLinesOutcome>(paths.api.lines(), new AbortController().signal, text)}
        onBusy={setIsFinding}
        onFound={({ lines }: Found, text) => {
          setResult({ text, lines });
          setChosen(new Set(text === given ? lines.flatMap((line) => handedIdOf(line, handed)) : []));
        }}
      />
      {isRequesting && (
        <RequestSelectionDialog
          payments={handed}
          onClose={(isDone) => {
            setIsRequesting(false);
            if (isDone) router.push(paths.requests({ tab: "mine" }));
          }}
        />
      )}
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

/** The payment of a line that is one of those handed on. */
function handedIdOf(line: LineResult, handed: readonly RequestTarget[]): string[] {
  const id = onlyPaymentOf(line)?.transactionId;
  return id !== undefined && handed.some(({ transactionId }) => transactionId === id) ? [id] : [];
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
