import { type ColumnLayout, columnRules, defaultLayout, type ListName } from "./list-columns";

/** What a table needs to know of a layout: computed on the server, so that no page carries the rules. */
export type ShownColumns = {
  /** In their order. */
  ids: readonly string[];
  /** Null for the default layout, in which the width of the table decides what is shown. */
  arrangement: { widths: Readonly<Record<string, number | null>>; minWidth: number } | null;
};

/** The columns that a person chose; without a layout the default ones. */
export function showColumns(list: ListName, layout: ColumnLayout | null): ShownColumns {
  const rules = columnRules(list);
  const shown = layout ?? defaultLayout(list);
  const ids = shown.map(({ id }) => id);
  if (layout === null) return { ids, arrangement: null };
  return {
    ids,
    arrangement: {
      // Only the first column takes what is left: others without a width of their own would share it.
      widths: Object.fromEntries(
        shown.map(({ id, width }) => [id, width ?? (rules[id]?.use === "optional" ? rules[id].width : null)]),
      ),
      minWidth: shown.reduce((sum, { id, width }) => sum + (width ?? rules[id]?.width ?? 0), 0),
    },
  };
}
