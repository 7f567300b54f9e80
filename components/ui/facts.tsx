import type { ReactNode } from "react";

/** Names and values, one pair per line; on a phone the value is below its name. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <dl className="grid content-start gap-x-4 gap-y-1 sm:grid-cols-[8.5rem_minmax(0,1fr)] sm:gap-y-2">
      {children}
    </dl>
  );
}

/** Shows facts beside one another in small print, so that a record takes one line where it fits. */
export function FactLine({ children }: { children: ReactNode }) {
  return <dl className="flex flex-wrap gap-x-5 gap-y-1 text-xs text-ink-muted">{children}</dl>;
}

export function FactInLine({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 gap-1.5">
      <dt className="shrink-0">{name}</dt>
      <dd className="min-w-0 text-ink">{children}</dd>
    </div>
  );
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-sm text-ink-muted not-first:mt-1.5 sm:not-first:mt-0">{name}</dt>
      <dd className="min-w-0 text-sm">{children}</dd>
    </>
  );
}
