import { useId, type ReactNode } from "react";
import { cx } from "./cx";

/** A section of a page in a box, named by its heading. */
export function Panel({
  title,
  aside,
  children,
  className,
}: {
  title: ReactNode;
  /** At the other end of the heading's line. */
  aside?: ReactNode;
  children: ReactNode;
  className?: string;
}) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={cx("rounded-lg border border-line bg-surface px-4 pt-3 pb-3.5 sm:px-5", className)}
    >
      <div className="mb-2 flex min-h-7 flex-wrap items-center justify-between gap-2">
        <h2 id={id} className="min-w-0 text-base font-semibold">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
