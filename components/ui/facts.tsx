import type { ReactNode } from "react";

/** Names and values, one pair per line; on a phone the value is below its name. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <dl className="grid content-start gap-x-4 gap-y-1 sm:grid-cols-[8.5rem_minmax(0,1fr)] sm:gap-y-2">
      {children}
    </dl>
  );
}

/** Shows facts side by side, each value below its name, so that a record fits one line. */
export function FactColumns({ children }: { children: ReactNode }) {
  return (
    <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2 xl:grid-cols-[1.2fr_1.1fr_1.75fr]">{children}</dl>
  );
}

export function FactColumn({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-muted">{name}</dt>
      <dd className="min-w-0 text-sm">{children}</dd>
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
