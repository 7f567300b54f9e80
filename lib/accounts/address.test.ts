import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { safeReturnPath } from "@/lib/paths";
import { withAccount } from "./address";
import { ACCOUNT_APIS, PAGES, splitAccount } from "./split-account";

test.each([
  ["/a/shop", "shop", "/"],
  ["/a/shop/", "shop", "/"],
  ["/a/shop/payments", "shop", "/payments"],
  ["/a/shop/payments/TXN1", "shop", "/payments/TXN1"],
  ["/a/0-x/refunds/%2F", "0-x", "/refunds/%2F"],
  ["/a/shop/account", "shop", "/account"],
  ["/a/shop/api/notes/people", "shop", "/api/notes/people"],
  [`/a/${"a".repeat(40)}/payments`, "a".repeat(40), "/payments"],
])("%s is an address of an account", (address, slug, path) => {
  expect(splitAccount(address)).toEqual({ slug, path });
});

test.each([
  "/",
  "/payments",
  "/a",
  "/a/",
  "/a//payments",
  "//a/shop/payments",
  "/A/shop/payments",
  "/%61/shop/payments",
  "/a/Shop/payments",
  "/a/-shop/payments",
  "/a/sh%6fp/payments",
  "/a/shop%2Fpayments",
  "/a/shop\\payments",
  `/a/${"a".repeat(41)}/payments`,
  "/a/shop//payments",
  "/a/shop/payments//TXN1",
  "/a/shop/payments\\TXN1",
  "/a/shop/a/mall/payments",
  "/a/shop/%61pi/payments",
  "/a/shop/login",
  "/a/shop/login/second-factor",
  "/a/shop/status",
  "/a/shop/healthz",
  "/a/shop/metrics",
  "/a/shop/invitation/x",
  "/a/shop/api",
  "/a/shop/api/auth/session",
  "/a/shop/api/all-accounts/export/lines",
  "/a/shop/api/unsubscribe/x",
  "/a/shop/_next/static/chunks/x.js",
  "/a/shop/_next/data/x.json",
  "/a/shop/favicon.ico",
  "/a/shop/dev/components",
  "/a/shop/../login",
])("%s is no address of an account", (address) => {
  expect(splitAccount(address)).toEqual({ slug: null, path: address });
});

test.each([
  ["/", "/a/shop"],
  ["/payments", "/a/shop/payments"],
  ["/payments?reference=a//b#note-1", "/a/shop/payments?reference=a//b#note-1"],
  ["/api/notifications/read?only=1", "/a/shop/api/notifications/read?only=1"],
  ["/login?from=%2Fpayments", "/login?from=%2Fpayments"],
  ["/status", "/status"],
  ["/invitation/x", "/invitation/x"],
  ["/api/unsubscribe/x", "/api/unsubscribe/x"],
  ["/api/all-accounts/export/lines", "/api/all-accounts/export/lines"],
  ["/healthz", "/healthz"],
  ["?reference=a", "?reference=a"],
  ["#content", "#content"],
  ["https://shop.example/payments", "https://shop.example/payments"],
  ["//shop.example/payments", "//shop.example/payments"],
  ["/a/mall/payments", "/a/mall/payments"],
])("in an account, %s is at %s", (path, address) => {
  expect(withAccount("shop", path)).toBe(address);
  expect(withAccount(null, path)).toBe(path);
});

test("a path of an account is the same after both ways", () => {
  for (const path of [
    "/",
    ...PAGES.map((page) => `/${page}/x`),
    ...ACCOUNT_APIS.map((api) => `/api/${api}/x`),
  ])
    expect(splitAccount(withAccount("shop", path))).toEqual({ slug: "shop", path });
});

test("every handler is either one of an account or one that is named here", () => {
  const folders = readdirSync(join(import.meta.dirname, "../../app/api"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  expect(folders.sort()).toEqual(
    [...ACCOUNT_APIS, "[[...missing]]", "all-accounts", "auth", "unsubscribe"].sort(),
  );
});

test("sign-in returns to a page of an account, and to nothing else behind its prefix", () => {
  expect(safeReturnPath("/a/shop/payments?reference=a")).toBe("/a/shop/payments?reference=a");
  for (const path of [
    "/a/shop/login",
    "/a/shop/api/bulk",
    "/a/shop/a/mall/payments",
    "/a/shop/..//x.example",
  ])
    expect(safeReturnPath(path)).toBe("/payments");
});
