"use client";

import { useEffect, useEffectEvent, useRef, useState, type SyntheticEvent } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { TextAreaField } from "@/components/ui/controls";

type Problem = { kind: "empty" | "too_many" | "forbidden" | "signed_out" };

type LinesFormProps<Done extends { kind: "done" }> = {
  /** How many lines can be looked up at once. */
  max: number;
  /** What is in the field at first. What is typed afterwards never gets into an address. */
  initial: string;
  /** Whether that is looked up without the button. */
  isSearchedAtOnce: boolean;
  /** Lines from before, which the server does not know: they are looked up too, unless the person has typed meanwhile. */
  recall?: () => string;
  find: (text: string) => Promise<Done | Problem>;
  /** `isLatest`: whether no other search has begun since, for results that arrive in parts. */
  onFound: (found: Done, text: string, isLatest: () => boolean) => void;
  onBusy?: (isFinding: boolean) => void;
};

/** Pasted lines of any mix of identifiers. Of several searches at once, the last one counts. */
export function LinesForm<Done extends { kind: "done" }>(props: LinesFormProps<Done>) {
  const { max, initial, isSearchedAtOnce, recall, find, onFound, onBusy } = props;
  const t = useTranslations("findLines");
  const [text, setText] = useState(initial);
  const [problem, setProblem] = useState<Problem["kind"] | "lost" | null>(null);
  const [isFinding, setIsFinding] = useState(false);
  const latest = useRef(0);
  const field = useRef<HTMLTextAreaElement>(null);

  const setBusy = (isBusy: boolean): void => {
    setIsFinding(isBusy);
    onBusy?.(isBusy);
  };

  /** `isAsked`: by the person, who then waits; a search that nobody asked for keeps nobody from another one. */
  const search = async (lines: string, isAsked = true): Promise<void> => {
    latest.current += 1;
    const own = latest.current;
    const isLatest = (): boolean => own === latest.current;
    setBusy(isAsked);
    setProblem(null);
    const outcome = await find(lines).catch(() => ({ kind: "lost" }) as const);
    if (!isLatest()) return;
    setBusy(false);
    if (outcome.kind === "done") onFound(outcome, lines, isLatest);
    else setProblem(outcome.kind);
  };

  const searchInitial = useEffectEvent(() => void search(initial));
  useEffect(() => {
    if (!isSearchedAtOnce) return;
    const timer = setTimeout(searchInitial);
    return () => clearTimeout(timer);
  }, [isSearchedAtOnce]);

  const recallLines = useEffectEvent(() => {
    if (field.current?.value !== initial) return;
    const lines = recall?.() ?? "";
    if (lines === "") return;
    setText(lines);
    void search(lines, false);
  });
  useEffect(() => {
    const timer = setTimeout(recallLines);
    return () => clearTimeout(timer);
  }, []);

  const onSubmit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (!isFinding) void search(text);
  };

  return (
    <form onSubmit={onSubmit} className="max-w-2xl space-y-3">
      <TextAreaField
        ref={field}
        label={t("field")}
        hint={t("hint", { max })}
        error={problem === null ? undefined : t(`error.${problem}`, { max })}
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
  );
}
