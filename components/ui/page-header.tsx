import type { ReactNode } from "react";

/** The top of a page: what it is, one line about it, and what can be done from here. */
export function PageHeader({
  title,
  about,
  actions,
}: {
  title: ReactNode;
  about?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <header className="mb-4 flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
      <div className="min-w-0">
        <h1 className="text-xl font-semibold wrap-anywhere">{title}</h1>
        {about !== undefined && <p className="mt-0.5 max-w-prose text-sm text-ink-muted">{about}</p>}
      </div>
      {actions !== undefined && <div className="flex flex-wrap gap-2 print:hidden">{actions}</div>}
    </header>
  );
}
