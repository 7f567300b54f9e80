import { ChevronLeft } from "lucide-react";
import { Link } from "./link";
import type { ReactNode } from "react";

type PageHeaderProps = {
  title: ReactNode;
  about?: ReactNode | undefined;
  /** The parent page, for people who arrive by a link. */
  back?: { href: string; label: string };
  actions?: ReactNode;
  /** The views of a list, beside its title. */
  tabs?: ReactNode;
};

/** The top of a page: title, one line of description, and actions. */
export function PageHeader({ title, about, back, actions, tabs }: PageHeaderProps) {
  if (tabs !== undefined)
    return (
      <>
        <header className="-mx-(--gutter) -mt-3 flex flex-wrap items-center gap-x-6 border-b border-line px-(--gutter)">
          <h1 className="py-2.5 text-xl font-semibold wrap-anywhere">{title}</h1>
          <div className="min-w-0 grow basis-0 max-sm:order-last max-sm:basis-full">{tabs}</div>
          {actions}
        </header>
        {about !== undefined && <p className="py-2 text-sm text-ink-muted">{about}</p>}
      </>
    );
  return (
    <header className="mb-4">
      {back !== undefined && <BackLink {...back} />}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2.5">
        <div className="min-w-0 grow basis-72">
          <h1 className="text-xl font-semibold wrap-anywhere">{title}</h1>
          {about !== undefined && (
            <p className="mt-0.5 max-w-3xl text-sm text-pretty text-ink-muted">{about}</p>
          )}
        </div>
        {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
    </header>
  );
}

/** The back link alone, for a page that does not start with a title. */
export function BackLink({ href, label }: { href: string; label: string }) {
  return (
    <Link
      href={href}
      className="-ml-1 mb-1.5 inline-flex min-h-6 touch-target items-center gap-0.5 rounded-sm text-sm text-accent underline-offset-2 hover:underline"
    >
      <ChevronLeft aria-hidden className="size-4" />
      {label}
    </Link>
  );
}
