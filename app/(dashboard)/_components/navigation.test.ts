import { expect, test } from "vitest";
import { type ROLES } from "@/lib/can";
import { isWithin, navigationOf } from "./navigation";

function itemsOf(role: (typeof ROLES)[number]): string[] {
  return navigationOf(role).flatMap(({ items }) => items.map(({ item }) => item));
}

test("each role is led to the pages that it may open, and to no other", () => {
  expect(itemsOf("support")).toEqual([
    "overview",
    "queues",
    "payments",
    "refunds",
    "requests",
    "bulk",
    "notes",
  ]);
  expect(itemsOf("ops")).toEqual([
    "overview",
    "queues",
    "payments",
    "stuck",
    "refunds",
    "requests",
    "reconciliation",
    "bulk",
    "gateways",
    "notes",
  ]);
  expect(itemsOf("finance")).toEqual([
    "overview",
    "queues",
    "payments",
    "stuck",
    "refunds",
    "requests",
    "approvals",
    "reconciliation",
    "bulk",
    "gateways",
    "notes",
  ]);
  expect(itemsOf("admin")).toHaveLength(18);
});

test("a group that a role may open nothing of is not there", () => {
  expect(navigationOf("finance").map(({ group }) => group)).toEqual(["work", "team"]);
});

test.each([
  ["/payments", "/payments", true],
  ["/payments/TXN1", "/payments", true],
  ["/payments-export", "/payments", false],
  ["/refunds", "/payments", false],
])("the page %s lies within %s: %s", (pathname, href, within) => {
  expect(isWithin(pathname, href)).toBe(within);
});

test("no two pages answer to the same key", () => {
  const keys = navigationOf("admin").flatMap(({ items }) => items.map(({ key }) => key));
  expect(new Set(keys).size).toBe(keys.length);
});
