import type { ReactNode } from "react";
import { cx } from "./cx";

type SmallColumn = {
  heading: ReactNode;
  /** `end` for amounts and counts. */
  align?: "start" | "end";
  className?: string | undefined;
};

/** The head of a small table of figures within a panel; a list of records is a `DataTable`. */
export function SmallTableHead({ columns }: { columns: readonly SmallColumn[] }) {
  return (
    <thead className="text-xs text-ink-muted">
      <tr className="border-b border-line">
        {columns.map(({ heading, align = "start", className }, index) => (
          <th
            // The columns of a table do not change their order.
            key={index}
            scope="col"
            className={cx(
              "py-1 font-medium not-first:ps-3",
              align === "end" ? "text-end" : "text-start",
              className,
            )}
          >
            {heading}
          </th>
        ))}
      </tr>
    </thead>
  );
}
