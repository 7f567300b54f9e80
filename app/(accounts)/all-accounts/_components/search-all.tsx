"use client";

import { useEffect, useEffectEvent, useRef, useState, type SyntheticEvent } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { TextAreaField } from "@/components/ui/controls";
import type { AccountLines, FindLinesOfAllOutcome, LinesReading } from "@/lib/all-accounts/views";
import { findLinesOfAllAction } from "../search/actions";
import { LinesOfAll } from "./lines-of-all";

type Problem = Exclude<FindLinesOfAllOutcome, { kind: "done" }> | { kind: "lost" };
type Result = { lines: readonly string[]; parts: readonly AccountLines[] };

/** `given`: a reference from the address, which is looked up at once. What is typed never gets into an address. */
export function SearchAll({ max, given }: { max: number; given: string }) {
  const t = useTranslations("findLines");
  const [text, setText] = useState(given);
  const [result, setResult] = useState<Result | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isSending, setIsSending] = useState(false);
  const latest = useRef(0);

  const find = async (lines: string): Promise<void> => {
    latest.current += 1;
    const own = latest.current;
    setIsSending(true);
    setProblem(null);
    const outcome = await findLinesOfAllAction(lines).catch(() => ({ kind: "lost" }) as const);
    if (own !== latest.current) return;
    setIsSending(false);
    if (outcome.kind !== "done") return setProblem(outcome);
    const { accounts } = outcome;
    setResult({ lines: outcome.lines, parts: accounts.map(({ account }) => ({ account, reading: null })) });
    const show = (index: number, reading: LinesReading): void => {
      if (own === latest.current) setResult((shown) => shown && withReading(shown, index, reading));
    };
    for (const [index, { reading }] of accounts.entries()) {
      reading.then(
        (read) => show(index, read),
        // The connection broke before this account had answered.
        () => show(index, { kind: "failed" }),
      );
    }
  };

  const findGiven = useEffectEvent(() => void find(given));
  useEffect(() => {
    if (given.trim() === "") return;
    const timer = setTimeout(findGiven);
    return () => clearTimeout(timer);
  }, [given]);

  const onSubmit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (!isSending) void find(text);
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
        <Button type="submit" variant="primary" busy={isSending}>
          {t("submit")}
        </Button>
      </form>
      {result !== null && <LinesOfAll {...result} />}
    </div>
  );
}

function withReading({ lines, parts }: Result, index: number, reading: LinesReading): Result {
  return { lines, parts: parts.map((part, at) => (at === index ? { ...part, reading } : part)) };
}
