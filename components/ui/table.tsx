import type { CSSProperties, ReactNode } from "react";
import { cx } from "./cx";
import { openOwnLink } from "./open-link";

export type Column<Row> = {
  /** Stable; also the React key. */
  id: string;
  heading: ReactNode;
  cell: (row: Row) => ReactNode;
  /** `end` for amounts and counts. */
  align?: "start" | "end";
  /**
   * What happens to the width that the other columns leave: `cut` takes a share of it and cuts longer text, `wrap` breaks the
   * text into lines. Without either, a column is as wide as its content.
   */
  fills?: "cut" | "wrap";
  /**
   * Any CSS width: the least one beside filling columns. In a table without these a column without a width shares the
   * remaining width.
   */
  width?: string;
  /** There, for amounts: the longest text of a cell. The column is wide enough for the longest of all rows. */
  longest?: (row: Row) => string | null;
  /** The width of the table below which the column is hidden. */
  hideBelow?: "sm" | "md" | "ml" | "lg";
  /**
   * The place on a phone, where each row is a card: at the start or end of the first line, on a line of its own, or on
   * the last line with others, or at its end for buttons. Without one the column is left out there.
   */
  onCard?: "start" | "end" | "line" | "last" | "act";
  /** The rows are in the order of this column. */
  sorted?: "ascending" | "descending";
  /** The column of checkboxes. */
  isChoice?: boolean;
};

type DataTableProps<Row> = {
  /** The accessible name. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The totals below the rows. */
  footer?: ReactNode;
  /** Inside a panel: the panel has the border, and rows extend to its edges. */
  isInPanel?: boolean;
  /** A click anywhere in a row opens its link with `data-opens`. */
  opensRows?: boolean;
  isChosen?: (row: Row) => boolean;
  /** The heading above a row and those after it with the same one. */
  groupOf?: (row: Row) => string;
};

/**
 * A list of records, one row each; `table.css` has its look. Its own width decides which columns it shows, so that it scrolls
 * sideways only where a person has chosen more than fit.
 */
export function DataTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  footer,
  isInPanel = false,
  opensRows = false,
  isChosen,
  groupOf = () => "",
}: DataTableProps<Row>) {
  const fillsPage = columns.some(({ fills }) => fills !== undefined);
  const hasCards = columns.some(({ onCard }) => onCard !== undefined);
  const shares = columns.filter(({ fills }) => fills !== undefined).length;
  const classes = columns.map((column) => cellClass(column));
  return (
    <div className={cx("list-frame", isInPanel ? "in-panel" : fillsPage ? "on-page" : "in-box")}>
      <table
        aria-label={label}
        className={cx("list", !fillsPage && "fixed-widths", hasCards && "cards", opensRows && "opens")}
      >
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th
                key={column.id}
                scope="col"
                aria-sort={column.sorted}
                className={classes[index]}
                style={styleOf(column, rows, shares)}
              >
                {column.heading}
              </th>
            ))}
          </tr>
        </thead>
        {[...groupsOf(rows, groupOf)].map(([heading, grouped]) => (
          <tbody key={heading}>
            {heading !== "" && (
              <tr className="group-heading">
                <th scope="rowgroup" colSpan={columns.length}>
                  {heading}
                </th>
              </tr>
            )}
            {grouped.map((row) => (
              <tr
                key={rowKey(row)}
                className={isChosen?.(row) === true ? "chosen" : undefined}
                {...(opensRows && { onClick: openOwnLink, onAuxClick: openOwnLink })}
              >
                {columns.map((column, index) => (
                  <td key={column.id} className={classes[index]}>
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
        {footer !== undefined && <tfoot>{footer}</tfoot>}
      </table>
    </div>
  );
}

/** The rows by heading, in the order in which the headings come first. */
function groupsOf<Row>(rows: readonly Row[], groupOf: (row: Row) => string): ReadonlyMap<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(groupOf(row));
    if (group === undefined) groups.set(groupOf(row), [row]);
    else group.push(row);
  }
  return groups;
}

/** A filling column takes its share of the table, as far as the others leave it. */
function styleOf<Row>(column: Column<Row>, rows: readonly Row[], shares: number): CSSProperties {
  if (shares === 0) return { width: widthOf(column, rows) };
  const share = column.fills === undefined ? undefined : `${Math.floor(100 / shares)}%`;
  return { width: share, minWidth: column.width };
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

/** Short, because each cell of each row has them; undefined for a plain cell. */
function cellClass({
  align,
  fills,
  hideBelow,
  onCard,
  isChoice,
}: Pick<Column<never>, "align" | "fills" | "hideBelow" | "onCard" | "isChoice">): string | undefined {
  const names = cx(
    isChoice === true && "pick",
    align === "end" && "end",
    fills,
    hideBelow !== undefined && `from-${hideBelow}`,
    onCard !== undefined && `card-${onCard}`,
  );
  return names === "" ? undefined : names;
}
