import { ChevronRight } from "lucide-react";
import { type ReactNode, useId } from "react";

type FoldProps = {
  title: ReactNode;
  /** What it says, in few words. */
  brief?: ReactNode;
  children: ReactNode;
};

/** A section of a page that few need: closed at first. */
export function Fold({ title, brief, children }: FoldProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="panel">
      <details className="group">
        <summary className="flex min-h-7 touch-target list-none items-center gap-2 rounded-sm [&::-webkit-details-marker]:hidden">
          <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-muted group-open:rotate-90" />
          <h2 id={id} className="min-w-0 text-base font-semibold">
            {title}
          </h2>
          <span className="ml-auto min-w-0 text-right text-sm wrap-anywhere text-ink-muted">{brief}</span>
        </summary>
        <div className="mt-2">{children}</div>
      </details>
    </section>
  );
}
