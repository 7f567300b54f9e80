import type { Permission } from "../can";
import { LIST_NAMES, LIST_PERMISSIONS } from "../lists/list-columns";
import { paths } from "../paths";

/** The lists whose exports can be scheduled: those with columns of one's own, and manual refunds. */
export const SCHEDULED_LISTS = [...LIST_NAMES, "manual_refunds"] as const;
export type ScheduledList = (typeof SCHEDULED_LISTS)[number];

/** Who sees a list; a composed role may export without it (decision 0304). */
export const SCHEDULED_PERMISSIONS = {
  ...LIST_PERMISSIONS,
  manual_refunds: "view_refunds",
} as const satisfies Record<ScheduledList, Permission>;

/** The list with the filter of a scheduled export. */
export function scheduledListHref(list: ScheduledList, query: string): string {
  const fields = new URLSearchParams(query);
  // Its page opens with those that wait for a second person, unless the address names a tab.
  if (list === "manual_refunds" && !fields.has("tab")) fields.set("tab", "all");
  const text = fields.toString();
  return text === "" ? ADDRESSES[list] : `${ADDRESSES[list]}?${text}`;
}

const ADDRESSES: Record<ScheduledList, string> = {
  payments: paths.payments(),
  refunds: paths.refunds(),
  manual_refunds: paths.manualRefunds(),
};
