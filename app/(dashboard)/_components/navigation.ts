import { roleAllows, type Permission, type Role } from "@/lib/can";
import { paths } from "@/lib/paths";

/** Every page of the navigation, in groups and order. A role sees only pages it may open. */
const GROUPS = [
  {
    group: "work",
    items: [
      { item: "overview", href: paths.overview(), permission: "view_overview", key: "o" },
      { item: "queues", href: paths.queues(), permission: "view_refunds", key: "u" },
      { item: "payments", href: paths.payments(), permission: "view_payments", key: "p" },
      { item: "stuck", href: paths.stuck(), permission: "cancel_payment", key: "s" },
      { item: "refunds", href: paths.refunds(), permission: "view_refunds", key: "r" },
      { item: "requests", href: paths.requests(), permission: "view_refunds", key: "q" },
      { item: "approvals", href: paths.approvals(), permission: "approve_refund", key: "a" },
      {
        item: "reconciliation",
        href: paths.reconciliation(),
        permission: "view_reconciliation",
        key: "c",
      },
      { item: "bulk", href: paths.bulk(), permission: "run_bulk", key: "b" },
      { item: "gateways", href: paths.gateways(), permission: "view_gateways", key: "g" },
    ],
  },
  {
    group: "setUp",
    items: [
      { item: "rules", href: paths.rules(), permission: "manage_rules", key: "t" },
      { item: "reasons", href: paths.reasons(), permission: "manage_refund_reasons", key: "n" },
      { item: "webhooks", href: paths.webhooks(), permission: "manage_webhooks", key: "w" },
      { item: "channels", href: paths.channels(), permission: "manage_chat_channels", key: "h" },
      { item: "keys", href: paths.keys(), permission: "manage_keys", key: "k" },
    ],
  },
  {
    group: "team",
    items: [
      { item: "notes", href: paths.notes(), permission: "write_note", key: "m" },
      { item: "people", href: paths.people(), permission: "manage_people", key: "e" },
      { item: "audit", href: paths.audit(), permission: "view_audit", key: "d" },
    ],
  },
] as const satisfies readonly {
  group: string;
  items: readonly { item: string; href: string; permission: Permission; key: string }[];
}[];

type Group = (typeof GROUPS)[number];
export type NavigationItem = Group["items"][number]["item"];
type NavigationGroup = {
  group: Group["group"];
  /** `key`: the letter that opens it after `g`. */
  items: readonly { item: NavigationItem; href: string; key: string }[];
};

/** The pages a role may open; empty groups are omitted. */
export function navigationOf(role: Role): NavigationGroup[] {
  return GROUPS.map(({ group, items }) => ({
    group,
    items: items.filter(({ permission }) => roleAllows(role, permission)),
  })).filter(({ items }) => items.length > 0);
}

/** Whether an address is the item's page or below it. */
export function isWithin(pathname: string, href: string): boolean {
  return pathname === href || pathname.startsWith(`${href}/`);
}
