import type { CSSProperties, PointerEvent, ReactNode } from "react";
import { cx } from "./cx";
import { openOwnLink } from "./open-link";

export type Column<Row> = {
  /** Stable; also the React key. */
  id: string;
  heading: ReactNode;
  cell: (row: Row) => ReactNode;
  /** `end` for amounts and counts. */
  align?: "start" | "end";
  /** Any CSS width; without one the column shares the remaining width. */
  width?: string;
  /** For amounts: the longest text of a cell. The column is wide enough for the longest of all rows. */
  longest?: (row: Row) => string | null;
  /** The width of the table below which the column is hidden: for data that phones can do without. */
  hideBelow?: "sm" | "md" | "ml" | "lg";
  /** Its width cannot be changed by dragging: not data, but a control. */
  isFixed?: boolean;
};

/** The widths that a person chose, where the table is wide enough for a desktop; all in CSS pixels. */
export type Arrangement = {
  /** By column; null for the column's own width. */
  widths: Readonly<Record<string, number | null>>;
  /** Of all columns together; a narrower table scrolls sideways. */
  minWidth: number;
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
  /** A click anywhere in a row opens its link with `data-opens`. */
  opensRows?: boolean;
  arrangement?: Arrangement | null;
  /** In client components only: the edge of each heading can be dragged. */
  onResizeStart?: (columnId: string, event: PointerEvent<HTMLElement>) => void;
};

const HIDDEN: Record<NonNullable<Column<never>["hideBelow"]>, string> = {
  sm: "hidden @xl:table-cell",
  md: "hidden @3xl:table-cell",
  ml: "hidden @4xl:table-cell",
  lg: "hidden @5xl:table-cell",
};

/**
 * A list of records, one row each. Its own width decides which columns it shows, so it never scrolls sideways, unless a
 * person has chosen more columns than fit.
 */
export function DataTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  footer,
  isInPanel = false,
  opensRows = false,
  arrangement = null,
  onResizeStart,
}: DataTableProps<Row>) {
  return (
    <div
      className={cx(
        "@container",
        arrangement === null ? "overflow-hidden" : "overflow-x-auto",
        isInPanel
          ? "-mx-4 border-y border-line last:-mb-3.5 last:rounded-b-lg last:border-b-0 sm:-mx-5 sm:[&_:is(th,td):first-child]:pl-5 sm:[&_:is(th,td):last-child]:pr-5"
          : "rounded-lg border border-line bg-surface",
      )}
    >
      <table
        aria-label={label}
        style={arrangement === null ? undefined : property("--table", arrangement.minWidth)}
        className={cx("w-full table-fixed text-sm", arrangement !== null && tableWidth(arrangement))}
      >
        <thead className="border-b border-line text-xs text-ink-muted">
          <tr>
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                style={{ width: widthOf(column, rows), ...chosenWidth(column.id, arrangement) }}
                className={cx(
                  "relative px-3 py-2 font-medium @xl:first:pl-4 @xl:last:pr-4",
                  chosenWidth(column.id, arrangement) !== null && "@3xl:w-(--chosen)!",
                  cellClass(column),
                )}
              >
                {column.heading}
                {onResizeStart !== undefined && column.isFixed !== true && (
                  <span
                    aria-hidden
                    data-resizes={column.id}
                    onPointerDown={(event) => onResizeStart(column.id, event)}
                    className="absolute inset-y-1 right-0 z-1 hidden w-2 cursor-col-resize touch-none border-r border-line hover:border-r-2 hover:border-accent @3xl:block print:hidden!"
                  />
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              className={cx(
                "hover:bg-sunken/60 has-focus-visible:bg-accent-soft",
                opensRows && "cursor-pointer",
              )}
              {...(opensRows && { onClick: openOwnLink, onAuxClick: openOwnLink })}
            >
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

function chosenWidth(id: string, arrangement: Arrangement | null): CSSProperties | null {
  const width = arrangement?.widths[id] ?? null;
  return width === null ? null : property("--chosen", width);
}

function property(name: `--${string}`, px: number): CSSProperties {
  return { [name]: `${px}px` };
}

/** With a chosen width for each column, the table is as wide as these; else a column without one takes what is left. */
function tableWidth({ widths }: Arrangement): string {
  return Object.values(widths).includes(null) ? "@3xl:min-w-(--table)" : "@3xl:w-(--table)";
}

/**
 * A character of the cells is at most 1.25 `ch` of the smaller heading, and 1.75 rem are padding. The maximum leaves
 * room for the other columns: on a phone half of the table, on a desktop four fifths. Longer amounts wrap.
 */
function widthOf<Row>({ width, longest }: Column<Row>, rows: readonly Row[]): string | undefined {
  if (longest === undefined) return width;
  const length = Math.max(0, ...rows.map((row) => longest(row)?.length ?? 0));
  return `max(${width ?? "0px"}, min(${length * 1.25}ch + 1.75rem, max(22cqw, 12.5rem - 5cqw)))`;
}

function cellClass({ align = "start", hideBelow }: Pick<Column<never>, "align" | "hideBelow">): string {
  return cx(
    align === "end" ? "text-right" : "text-left",
    hideBelow === undefined ? undefined : HIDDEN[hideBelow],
  );
}
