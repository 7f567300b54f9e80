import { ChevronLeft } from "lucide-react";
import { Link } from "./link";
import type { ReactNode } from "react";

type PageHeaderProps = {
  title: ReactNode;
  about?: ReactNode;
  /** The parent page, for people who arrive by a link. */
  back?: { href: string; label: string };
  actions?: ReactNode;
};

/** The top of a page: title, one line of description, and actions. */
export function PageHeader({ title, about, back, actions }: PageHeaderProps) {
  return (
    <header className="mb-4">
      {back !== undefined && <BackLink {...back} />}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2.5">
        <div className="min-w-0">
          <h1 className="text-xl font-semibold wrap-anywhere">{title}</h1>
          {about !== undefined && (
            <p className="mt-0.5 max-w-3xl text-sm text-pretty text-ink-muted">{about}</p>
          )}
        </div>
        {actions !== undefined && <div className="flex flex-wrap gap-2 print:hidden">{actions}</div>}
      </div>
    </header>
  );
}

/** The back link alone, for a page that does not start with a title. */
export function BackLink({ href, label }: { href: string; label: string }) {
  return (
    <Link
      href={href}
      className="-ml-1 mb-1.5 inline-flex min-h-6 touch-target items-center gap-0.5 rounded-sm text-sm text-accent underline-offset-2 hover:underline print:hidden"
    >
      <ChevronLeft aria-hidden className="size-4" />
      {label}
    </Link>
  );
}
