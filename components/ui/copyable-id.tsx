"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { ReadyButton } from "./ready-button";
import { WithMarks } from "./text";

const SHOWN_MS = 2_000;

type CopyState = "idle" | "copied" | "selected";

/**
 * A monospaced id with a copy button; if the browser forbids copying, the id is selected instead. `what` names the id
 * in the reader's language.
 */
export function CopyableId({ id, what }: { id: string; what: string }) {
  const t = useTranslations("common");
  const text = useRef<HTMLElement>(null);
  const [state, setState] = useState<CopyState>("idle");

  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setState("idle"), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);

  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(id);
      setState("copied");
    } catch {
      if (text.current !== null) getSelection()?.selectAllChildren(text.current);
      setState("selected");
    }
  };

  return (
    <span className="inline-flex max-w-full items-start gap-1 align-top">
      <code ref={text} dir="ltr" className="min-w-0 font-mono text-[0.8125rem] leading-5 wrap-anywhere">
        <WithMarks text={id} />
      </code>
      <ReadyButton
        aria-label={t("copy", { what })}
        onClick={copy}
        className="-my-0.5 touch-area grid size-6 shrink-0 place-items-center rounded-sm text-ink-muted hover:bg-sunken hover:text-ink"
      >
        {state === "copied" ? (
          <Check aria-hidden className="size-3.5 text-success" />
        ) : (
          <Copy aria-hidden className="size-3.5" />
        )}
      </ReadyButton>
      <span
        aria-live="polite"
        className={state === "selected" ? "text-xs leading-5 text-ink-muted" : "sr-only"}
      >
        {state === "copied" && t("copied")}
        {state === "selected" && t("copySelected")}
      </span>
    </span>
  );
}
