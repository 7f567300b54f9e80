import type { Arrangement, Column } from "@/components/ui/table";
import { type ColumnLayout, columnRules, type ListName } from "@/lib/lists/list-columns";

type Arranged<Row> = { columns: readonly Column<Row>[]; arrangement: Arrangement | undefined };

/**
 * The columns that a person chose, in their order; without a layout the default ones. Where the table is wide enough
 * for a desktop, all of them are shown; on a phone the list stays as it is by default.
 */
export function arrangeColumns<Row>(
  list: ListName,
  available: readonly Column<Row>[],
  layout: ColumnLayout | null,
): Arranged<Row> {
  const rules = columnRules(list);
  if (layout === null) {
    return { columns: available.filter(({ id }) => rules[id]?.use !== "optional"), arrangement: undefined };
  }
  const byId = new Map(available.map((column) => [column.id, column]));
  const shown = layout.flatMap(({ id, width }) => {
    const column = byId.get(id);
    return column === undefined ? [] : [{ column, width }];
  });
  const isOnPhones = ({ id }: Column<Row>): boolean => rules[id]?.use === "first" || rules[id]?.use === "always";
  return {
    columns: shown.map(({ column }) => {
      if (isOnPhones(column) || column.hideBelow === "sm") return column;
      return { ...column, hideBelow: "md" as const };
    }),
    arrangement: {
      widths: Object.fromEntries(shown.map(({ column: { id }, width }) => [id, width])),
      minWidth: shown.reduce((sum, { column: { id }, width }) => sum + (width ?? rules[id]?.width ?? 0), 0),
    },
  };
}
