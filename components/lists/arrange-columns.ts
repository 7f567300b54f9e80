import type { Column } from "@/components/ui/table";
import type { ColumnId, ListName } from "@/lib/lists/list-columns";
import type { ShownColumns } from "@/lib/lists/show-columns";

/**
 * Every column of a list, by its id: one that is left out does not compile. Null where the list has no data for it, such
 * as customers of a service that does not list them.
 */
export type ListColumns<List extends ListName, Row> = Columns<ColumnId<List>, Row>;
type Columns<Id extends string, Row> = Readonly<Record<Id, Omit<Column<Row>, "id" | "heading"> | null>>;

/**
 * Those of the columns that are shown, in their order. Where a table with chosen columns is wide enough for a desktop,
 * all of them are shown; on a phone the list stays as it is by default.
 */
export function arrangeColumns<Id extends string, Row>(
  available: Columns<Id, Row>,
  headingOf: (id: Id) => string,
  { ids, arrangement }: ShownColumns,
): Column<Row>[] {
  const isKnown = (id: string): id is Id => Object.hasOwn(available, id);
  const columns = ids.filter(isKnown).flatMap((id): Column<Row>[] => {
    const column = available[id];
    return column === null ? [] : [{ ...column, id, heading: headingOf(id) }];
  });
  if (arrangement === null) return columns;
  return columns.map((column) =>
    column.hideBelow === undefined || column.hideBelow === "sm"
      ? column
      : { ...column, hideBelow: "md" as const },
  );
}
