/** The bar of the list: each thing opens under the bar, over its whole width, and the others stay where they are. */
export const DISCLOSURE_CLASS = "group open:order-last open:basis-full";
export const SUMMARY_CLASS =
  "inline-flex h-7 cursor-pointer list-none items-center gap-1.5 rounded border border-line-strong bg-surface px-2.5 text-sm font-medium whitespace-nowrap select-none hover:bg-sunken group-open:bg-sunken [&::-webkit-details-marker]:hidden";
export const PANEL_CLASS = "mt-2 rounded-lg border border-line bg-surface p-4";
