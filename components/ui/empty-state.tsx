import type { ReactNode } from "react";

/** An empty list: says why it is empty, and what to do next. */
export function EmptyState({
  title,
  children,
  actions,
}: {
  title: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div className="rounded-lg border border-line bg-surface px-5 py-8 text-center">
      <p className="font-medium">{title}</p>
      {children !== undefined && (
        <div className="mx-auto mt-1 max-w-prose text-sm text-balance text-ink-muted">{children}</div>
      )}
      {actions !== undefined && <div className="mt-4 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  );
}
