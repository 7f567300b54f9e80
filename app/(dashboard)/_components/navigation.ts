import { roleAllows, type Permission, type Role } from "@/lib/can";
import type { navigation } from "@/lib/messages/en/navigation";
import type { settings } from "@/lib/messages/en/settings";
import { paths } from "@/lib/paths";

export type NavigationItem = keyof (typeof navigation)["item"];
type SettingsItem = keyof (typeof settings)["about"];
type SettingsGroup<Page> = { group: keyof (typeof navigation)["group"]; items: readonly Page[] };
export type NavigationPage<Item extends NavigationItem = NavigationItem> = {
  item: Item;
  href: string;
  permission: Permission;
  /** The letter that opens it after `g`. */
  key?: string;
};

/** The menu, in order: at most nine places, so that nobody has to scroll it. */
const MENU: readonly NavigationPage[] = [
  { item: "queues", href: paths.queues(), permission: "view_refunds", key: "u" },
  { item: "overview", href: paths.overview(), permission: "view_overview", key: "o" },
  { item: "payments", href: paths.payments(), permission: "view_payments", key: "p" },
  { item: "refunds", href: paths.refunds(), permission: "view_refunds", key: "r" },
  { item: "bulk", href: paths.bulk(), permission: "run_bulk", key: "b" },
  { item: "reconciliation", href: paths.reconciliation(), permission: "view_reconciliation", key: "c" },
  { item: "gateways", href: paths.gateways(), permission: "view_gateways", key: "g" },
  { item: "rules", href: paths.rules(), permission: "manage_rules", key: "t" },
  { item: "settings", href: paths.settings(), permission: "manage_account", key: "," },
];

/** Pages that are tabs of a place in the menu. */
const TABS: readonly (NavigationPage & { place: NavigationItem })[] = [
  { item: "stuck", place: "payments", href: paths.stuck(), permission: "cancel_payment", key: "s" },
  { item: "requests", place: "refunds", href: paths.requests(), permission: "view_refunds", key: "q" },
  { item: "approvals", place: "refunds", href: paths.approvals(), permission: "approve_refund", key: "a" },
];

const SETTINGS: readonly SettingsGroup<NavigationPage<SettingsItem>>[] = [
  {
    group: "yours",
    items: [
      { item: "account", href: paths.account(), permission: "manage_account" },
      { item: "notifications", href: paths.notificationSettings(), permission: "manage_account" },
      { item: "exports", href: paths.scheduledExports(), permission: "export_records" },
    ],
  },
  {
    group: "shared",
    items: [
      { item: "people", href: paths.people(), permission: "manage_people", key: "e" },
      { item: "reasons", href: paths.reasons(), permission: "manage_refund_reasons", key: "n" },
      { item: "thresholds", href: paths.approvalRules(), permission: "manage_approval_rules" },
      { item: "channels", href: paths.channels(), permission: "manage_chat_channels", key: "h" },
      { item: "audit", href: paths.audit(), permission: "view_audit", key: "d" },
    ],
  },
  {
    group: "developers",
    items: [
      { item: "keys", href: paths.keys(), permission: "manage_keys", key: "k" },
      { item: "webhooks", href: paths.webhooks(), permission: "manage_webhooks", key: "w" },
    ],
  },
  {
    group: "organisation",
    items: [{ item: "accounts", href: paths.merchantAccounts(), permission: "manage_accounts" }],
  },
];

/** `slug`: the account of the page. Merchant accounts are managed in the first one only, which has none. */
export type Viewer = { role: Role; slug: string | null };

function mayOpen({ role, slug }: Viewer): (page: NavigationPage) => boolean {
  return ({ item, permission }) => roleAllows(role, permission) && (item !== "accounts" || slug === null);
}

/** The places of the menu that a role may open. */
export function menuOf(role: Role): NavigationPage[] {
  return MENU.filter(mayOpen({ role, slug: null }));
}

/** The settings that a person may open; empty groups are omitted. */
export function settingsOf(viewer: Viewer): SettingsGroup<NavigationPage<SettingsItem>>[] {
  return SETTINGS.map(({ group, items }) => ({ group, items: items.filter(mayOpen(viewer)) })).filter(
    ({ items }) => items.length > 0,
  );
}

/** Every page that a person may open, for the palette and for keys: the menu, then tabs, then settings. */
export function pagesOf(viewer: Viewer): NavigationPage[] {
  return [
    ...menuOf(viewer.role),
    ...TABS.filter(mayOpen(viewer)),
    ...settingsOf(viewer).flatMap(({ items }) => items),
  ];
}

/** Which page an address belongs to, and below which place of the menu that is; null for an address of none. */
export function locate(pathname: string): { item: NavigationItem; place: NavigationItem } | null {
  const [nearest] = PLACED.filter(
    ({ href }) => pathname === href || pathname.startsWith(`${href}/`),
  ).toSorted((one, other) => other.href.length - one.href.length);
  return nearest ?? null;
}

const PLACED = [
  ...MENU.map(({ item, href }) => ({ item, place: item, href })),
  ...TABS,
  ...SETTINGS.flatMap(({ items }) => items).map(({ item, href }) => ({
    item,
    place: "settings" as const,
    href,
  })),
];
