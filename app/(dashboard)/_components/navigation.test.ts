import { expect, test } from "vitest";
import { PERMISSIONS, ROLES, type ComposedRole, type Role } from "@/lib/can";
import { locate, menuOf, pagesOf, settingsOf } from "./navigation";

const menu = (role: Role): string[] => menuOf(role).map(({ item }) => item);
const settings = (role: Role, slug: string | null = null): string[] =>
  settingsOf({ role, slug }).flatMap(({ items }) => items.map(({ item }) => item));

test("each role is led to the places that it may open, and to no other", () => {
  const everybody = ["queues", "overview", "payments", "refunds", "bulk"];
  const operating = [...everybody, "reconciliation", "gateways"];
  expect(menu("support")).toEqual([...everybody, "settings"]);
  expect(menu("ops")).toEqual([...operating, "settings"]);
  expect(menu("finance")).toEqual([...operating, "settings"]);
  expect(menu("admin")).toEqual([...operating, "rules", "settings"]);
});

test("no role has more than nine places in the menu", () => {
  const all: ComposedRole = {
    id: "all",
    name: "All",
    permissions: PERMISSIONS,
    refundLimits: null,
    approveLimits: null,
  };
  for (const role of [...ROLES, all]) expect(menu(role).length).toBeLessThanOrEqual(9);
});

test("settings are those that a role may open; merchant accounts are managed in the first account", () => {
  expect(settings("support")).toEqual(["account", "notifications"]);
  expect(settings("finance")).toEqual(["account", "notifications", "exports"]);
  expect(settings("admin")).toHaveLength(11);
  expect(settings("admin", "shop-eu")).not.toContain("accounts");
});

test.each([
  ["/payments", "payments", "payments"],
  ["/payments/TXN1", "payments", "payments"],
  ["/stuck", "stuck", "payments"],
  ["/requests/1", "requests", "refunds"],
  ["/refunds/manual", "refunds", "refunds"],
  ["/approvals", "approvals", "refunds"],
  ["/approvals/rules", "thresholds", "settings"],
  ["/account/notifications", "notifications", "settings"],
  ["/people/roles/new", "people", "settings"],
])("the page %s is %s, below %s", (pathname, item, place) => {
  expect(locate(pathname)).toMatchObject({ item, place });
});

test.each(["/notifications", "/payments-export", "/"])(
  "the page %s is below no place of the menu",
  (path) => {
    expect(locate(path)).toBeNull();
  },
);

test("no two pages answer to the same key", () => {
  const keys = pagesOf({ role: "admin", slug: null }).flatMap(({ key }) => key ?? []);
  expect(new Set(keys).size).toBe(keys.length);
});
