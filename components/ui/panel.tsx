import { useId, type ReactNode } from "react";
import { cx } from "./cx";

/** A section of a page, named by its heading. */
export function Panel({
  title,
  aside,
  children,
  className,
}: {
  title: ReactNode;
  /** What is at the other end of the heading's line. */
  aside?: ReactNode;
  children: ReactNode;
  className?: string;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={cx("panel", className)}>
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
