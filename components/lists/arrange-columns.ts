import type { Column } from "@/components/ui/table";
import type { ShownColumns } from "@/lib/lists/show-columns";

/**
 * Those of the columns that are shown, in their order. Where a table with chosen columns is wide enough for a desktop,
 * all of them are shown; on a phone the list stays as it is by default.
 */
export function arrangeColumns<Row>(
  available: readonly Column<Row>[],
  { ids, arrangement }: ShownColumns,
): Column<Row>[] {
  const columns = ids.flatMap((id) => available.find((column) => column.id === id) ?? []);
  if (arrangement === null) return columns;
  return columns.map((column) =>
    column.hideBelow === undefined || column.hideBelow === "sm"
      ? column
      : { ...column, hideBelow: "md" as const },
  );
}
