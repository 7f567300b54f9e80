/** The bar of the list: each thing opens under the bar, over its whole width, and the others stay where they are. */
export const DISCLOSURE_CLASS =
  "group open:contents open:[&::details-content]:order-last open:[&::details-content]:basis-full";
export const SUMMARY_CLASS =
  "inline-flex h-7 cursor-pointer list-none items-center gap-1.5 rounded border border-line-strong bg-surface px-2.5 text-sm font-medium whitespace-nowrap select-none hover:bg-sunken group-open:bg-sunken [&::-webkit-details-marker]:hidden";
export const PANEL_CLASS = "w-full rounded-lg border border-line bg-surface p-4";
