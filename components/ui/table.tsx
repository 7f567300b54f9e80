import type { ReactNode } from "react";
import { cx } from "./cx";

export type Column<Row> = {
  /** Stable; also the React key. */
  id: string;
  heading: ReactNode;
  cell: (row: Row) => ReactNode;
  /** `end` for amounts and counts. */
  align?: "start" | "end";
  /** Any CSS width; without one the column shares the remaining width. */
  width?: string;
  /** The width of the table below which the column is hidden: for data that phones can do without. */
  hideBelow?: "sm" | "md" | "ml" | "lg";
};

type DataTableProps<Row> = {
  /** The accessible name. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Below the rows: totals. */
  footer?: ReactNode;
  /** Inside a panel: the panel has the border, and rows extend to its edges. */
  isInPanel?: boolean;
};

const HIDDEN: Record<NonNullable<Column<never>["hideBelow"]>, string> = {
  sm: "hidden @xl:table-cell",
  md: "hidden @3xl:table-cell",
  ml: "hidden @4xl:table-cell",
  lg: "hidden @5xl:table-cell",
};

/** A list of records, one row each. Its own width decides which columns it shows, so it never scrolls sideways. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  footer,
  isInPanel = false,
}: DataTableProps<Row>) {
  return (
    <div
      className={cx(
        "@container overflow-hidden",
        isInPanel
          ? "-mx-4 border-y border-line last:-mb-3.5 last:rounded-b-lg last:border-b-0 sm:-mx-5 sm:[&_:is(th,td):first-child]:pl-5 sm:[&_:is(th,td):last-child]:pr-5"
          : "rounded-lg border border-line bg-surface",
      )}
    >
      <table aria-label={label} className="w-full table-fixed text-sm">
        <thead className="border-b border-line text-xs text-ink-muted">
          <tr>
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                style={column.width === undefined ? undefined : { width: column.width }}
                className={cx("px-3 py-2 font-medium @xl:first:pl-4 @xl:last:pr-4", cellClass(column))}
              >
                {column.heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            <tr key={rowKey(row)} className="hover:bg-sunken/60">
              {columns.map((column) => (
                <td
                  key={column.id}
                  className={cx(
                    "px-3 py-(--row-padding) align-baseline wrap-anywhere @xl:first:pl-4 @xl:last:pr-4",
                    cellClass(column),
                  )}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {footer !== undefined && <tfoot className="border-t border-line font-medium">{footer}</tfoot>}
      </table>
    </div>
  );
}

function cellClass({ align = "start", hideBelow }: Pick<Column<never>, "align" | "hideBelow">): string {
  return cx(
    align === "end" ? "text-right" : "text-left",
    hideBelow === undefined ? undefined : HIDDEN[hideBelow],
  );
}
