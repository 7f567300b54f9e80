import type { Permission } from "../can";

/** The lists whose columns each person chooses (decision 0298). */
export const LIST_NAMES = ["payments", "refunds"] as const;
export type ListName = (typeof LIST_NAMES)[number];

/** Who sees a list; a composed role may export without it (decision 0304). */
export const LIST_PERMISSIONS = {
  payments: "view_payments",
  refunds: "view_refunds",
} as const satisfies Record<ListName, Permission>;

/** `always`: shown whatever a person chooses. `default`: unless they hide it. `optional`: if they choose it. */
type ColumnUse = "always" | "default" | "optional";

/** The columns of each list, in their order. Their ids are stored, and are in addresses. */
export const LIST_COLUMNS = {
  payments: {
    amount: "always",
    status: "always",
    reference: "always",
    customer: "default",
    method: "default",
    gateway: "default",
    created: "default",
    completed: "optional",
    refunded: "optional",
    remaining: "optional",
    decline: "optional",
    attempt: "optional",
    card: "optional",
    gatewayId: "optional",
    udf1: "optional",
    udf2: "optional",
    udf3: "optional",
  },
  refunds: {
    amount: "always",
    status: "always",
    refund: "always",
    reason: "default",
    by: "default",
    assignee: "optional",
    payment: "optional",
    message: "optional",
    requested: "default",
    completed: "optional",
  },
} as const satisfies Record<ListName, Record<string, ColumnUse>>;

export type ColumnId<List extends ListName = ListName> = List extends ListName
  ? keyof (typeof LIST_COLUMNS)[List] & string
  : never;

export function columnUses(list: ListName): Readonly<Record<string, ColumnUse>> {
  return LIST_COLUMNS[list];
}

/** The ids of the columns shown, in the list's order. */
export type ColumnLayout = readonly string[];

export function defaultLayout(list: ListName): ColumnLayout {
  return layoutOf(list, (_id, use) => use !== "optional");
}

/**
 * A layout of any source: unknown columns are dropped, those that are always shown are added. Null if it names no
 * column of the list.
 */
export function readLayout(list: ListName, value: unknown): ColumnLayout | null {
  if (!Array.isArray(value)) return null;
  const named = new Set<unknown>(value);
  if (!Object.keys(columnUses(list)).some((id) => named.has(id))) return null;
  return layoutOf(list, (id, use) => use === "always" || named.has(id));
}

function layoutOf(list: ListName, isShown: (id: string, use: ColumnUse) => boolean): ColumnLayout {
  return Object.entries(columnUses(list)).flatMap(([id, use]) => (isShown(id, use) ? [id] : []));
}

/** The columns of an address, as `columns=reference,created`; null without any known one. */
export function readAddressColumns(list: ListName, text: string): ColumnLayout | null {
  return readLayout(list, text.slice(0, 1_000).split(","));
}

/** Writes the layout for an address, and with it for a saved view. */
export function writeAddressColumns(layout: ColumnLayout): string {
  return layout.join(",");
}

export type ColumnChange = { list: ListName } & (
  | { change: "all"; columns: ColumnLayout }
  | { change: "reset" }
);

export type ColumnsOutcome = { kind: "done" | "invalid" | "forbidden" | "signed_out" };

/** What a table shows. By default, columns that a narrow table has no room for are left out; chosen ones are not. */
export type ShownColumns = { ids: ColumnLayout; isChosen: boolean };

export function showColumns(list: ListName, layout: ColumnLayout | null): ShownColumns {
  return { ids: layout ?? defaultLayout(list), isChosen: layout !== null };
}
