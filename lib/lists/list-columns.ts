import type { Permission } from "../can";

/** The lists whose columns each person chooses (decision 0298). */
export const LIST_NAMES = ["payments", "refunds"] as const;
export type ListName = (typeof LIST_NAMES)[number];

/** Who sees a list; a composed role may export without it (decision 0304). */
export const LIST_PERMISSIONS = {
  payments: "view_payments",
  refunds: "view_refunds",
} as const satisfies Record<ListName, Permission>;

type ColumnRule = {
  /** In CSS pixels, for the minimum width of a table; what is really drawn may depend on the content. */
  width: number;
  /**
   * `first`: always shown, and before all others; with `always` it is all that a phone shows. `default`: shown unless
   * the person hides it. `optional`: shown if the person chooses it.
   */
  use: "first" | "always" | "default" | "optional";
};

const rule = (width: number, use: ColumnRule["use"]): ColumnRule => ({ width, use });

/** The columns of each list, in their default order. Their ids are stored, and are in addresses. */
export const LIST_COLUMNS = {
  payments: {
    reference: rule(240, "first"),
    created: rule(188, "default"),
    customer: rule(160, "default"),
    status: rule(128, "default"),
    route: rule(190, "default"),
    amount: rule(150, "always"),
    completed: rule(188, "optional"),
    refunded: rule(130, "optional"),
    remaining: rule(130, "optional"),
    decline: rule(190, "optional"),
    attempt: rule(90, "optional"),
    card: rule(150, "optional"),
    gatewayId: rule(200, "optional"),
    udf1: rule(140, "optional"),
    udf2: rule(140, "optional"),
    udf3: rule(140, "optional"),
  },
  refunds: {
    refund: rule(260, "first"),
    status: rule(176, "default"),
    requested: rule(184, "default"),
    by: rule(160, "default"),
    amount: rule(150, "always"),
    completed: rule(188, "optional"),
    reason: rule(160, "optional"),
    payment: rule(240, "optional"),
    message: rule(220, "optional"),
    assignee: rule(150, "optional"),
  },
} as const satisfies Record<ListName, Record<string, ColumnRule>>;

export type ColumnId<List extends ListName = ListName> = List extends ListName
  ? keyof (typeof LIST_COLUMNS)[List] & string
  : never;

export function columnRules(list: ListName): Readonly<Record<string, ColumnRule>> {
  return LIST_COLUMNS[list];
}

export const MIN_COLUMN_WIDTH = 80;
export const MAX_COLUMN_WIDTH = 640;

/** The columns shown, in their order; `width` in CSS pixels, null for the default one. */
export type ColumnLayout = readonly { id: string; width: number | null }[];

export function defaultLayout(list: ListName): ColumnLayout {
  return Object.entries(columnRules(list))
    .filter(([, { use }]) => use !== "optional")
    .map(([id]) => ({ id, width: null }));
}

/**
 * A layout of any source: unknown columns and repetitions are dropped, those that are always shown are added, widths
 * are brought within their limits. Null if it names no column of the list.
 */
export function readLayout(list: ListName, value: unknown): ColumnLayout | null {
  if (!Array.isArray(value)) return null;
  const rules = columnRules(list);
  const widths = new Map<string, number | null>();
  for (const entry of value as unknown[]) {
    if (typeof entry !== "object" || entry === null || !("id" in entry)) continue;
    const { id } = entry;
    if (typeof id !== "string" || !Object.hasOwn(rules, id) || widths.has(id)) continue;
    widths.set(id, "width" in entry ? readWidth(entry.width) : null);
  }
  if (widths.size === 0) return null;
  const required = Object.keys(rules).filter(
    (id) => rules[id]?.use === "first" || rules[id]?.use === "always",
  );
  for (const id of required) if (!widths.has(id)) widths.set(id, null);
  return [...widths]
    .map(([id, width]) => ({ id, width }))
    .sort((a, b) => Number(rules[b.id]?.use === "first") - Number(rules[a.id]?.use === "first"));
}

function readWidth(value: unknown): number | null {
  if (typeof value !== "number" || !Number.isFinite(value)) return null;
  return Math.round(Math.min(MAX_COLUMN_WIDTH, Math.max(MIN_COLUMN_WIDTH, value)));
}

/** The columns of an address, as `columns=reference,created:180`; null without any known one. */
export function readAddressColumns(list: ListName, text: string): ColumnLayout | null {
  const entries = text.slice(0, 1_000).split(",");
  return readLayout(
    list,
    entries.map((entry) => {
      const [id, width] = entry.split(":");
      return width !== undefined && /^[0-9]{1,4}$/.test(width) ? { id, width: parseInt(width, 10) } : { id };
    }),
  );
}

/** For an address, and with it a saved view. */
export function writeAddressColumns(layout: ColumnLayout): string {
  return layout.map(({ id, width }) => (width === null ? id : `${id}:${String(width)}`)).join(",");
}

/** The layout in which a column has this width. */
export function withWidth(
  list: ListName,
  layout: ColumnLayout | null,
  id: string,
  width: number,
): ColumnLayout {
  return (layout ?? defaultLayout(list)).map((column) =>
    column.id === id ? { ...column, width: readWidth(width) } : column,
  );
}

export type ColumnChange = { list: ListName } & (
  | { change: "all"; columns: ColumnLayout }
  | { change: "width"; id: string; width: number }
  | { change: "reset" }
);

export type ColumnsOutcome = { kind: "done" | "invalid" | "forbidden" | "signed_out" };
