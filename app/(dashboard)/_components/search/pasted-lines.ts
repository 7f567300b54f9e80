import type { ClipboardEvent } from "react";
import { useOwner, usePagePerson } from "@/components/ui/page-account";
import { useRouter } from "@/components/ui/use-router";
import { linesOf } from "@/lib/payments/lines-view";
import { paths } from "@/lib/paths";

type Pasted = { owner: string; text: string };

/**
 * Lines pasted into the search field, until the page that looks them up is open for the same person. Only in memory: they
 * may be contacts.
 */
let pasted: Pasted | null = null;

export function keepPastedLines(lines: Pasted): void {
  pasted = lines;
}

export function takePastedLines(owner: string): string {
  const text = pasted?.owner === owner ? pasted.text : "";
  pasted = null;
  return text;
}

/** Opens the page that looks up each line, when several are pasted into a field of one line, which would join them. */
export function useLinesPaste(onLines?: () => void): (event: ClipboardEvent) => void {
  const router = useRouter();
  const owner = useOwner(usePagePerson());
  return (event) => {
    const text = event.clipboardData.getData("text/plain");
    if (linesOf(text).length < 2) return;
    event.preventDefault();
    keepPastedLines({ owner, text });
    onLines?.();
    router.push(paths.findLines());
  };
}
