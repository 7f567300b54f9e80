import type { Column } from "@/components/ui/table";
import type { ColumnId, ListName, ShownColumns } from "@/lib/lists/list-columns";

/**
 * Every column of a list, by its id: one that is left out does not compile. Null where the list has no data for it, such
 * as customers of a service that does not list them.
 */
export type ListColumns<List extends ListName, Row> = Columns<ColumnId<List>, Row>;
type Columns<Id extends string, Row> = Readonly<Record<Id, Omit<Column<Row>, "id" | "heading"> | null>>;

/** The columns that are shown, in their order. Of chosen ones, a tablet leaves out none. */
export function arrangeColumns<Id extends string, Row>(
  available: Columns<Id, Row>,
  headingOf: (id: Id) => string,
  { ids, isChosen }: ShownColumns,
): Column<Row>[] {
  const isKnown = (id: string): id is Id => Object.hasOwn(available, id);
  return ids.filter(isKnown).flatMap((id): Column<Row>[] => {
    const column = available[id];
    if (column === null) return [];
    const named: Column<Row> = { ...column, id, heading: headingOf(id) };
    if (isChosen) delete named.hideBelow;
    return [named];
  });
}
