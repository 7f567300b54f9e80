import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ownerOf } from "@/components/ui/page-account";
import { handOver, type Handed, takeHanded } from "./hand-over";

let stored: Map<string, string>;
let address: string;
beforeEach(() => {
  stored = new Map();
  address = "/all-accounts/search";
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.stubGlobal("window", {
    open: (opened: string) => (address = opened),
    location: {
      get hash() {
        return /#.*$/.exec(address)?.[0] ?? "";
      },
    },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const ROWS: Handed = { to: "bulk", kind: "refund", rows: "reference\nORD-1" };
const SHOP = { slug: "shop", personId: "asha" };
const take = (slug: string | null, personId: string): Handed | null => takeHanded(ownerOf(slug, personId));

test("rows are taken by the form of a bulk run of their account, once", () => {
  handOver(SHOP, ROWS);
  expect(address).toMatch(/^\/a\/shop\/bulk\/new\?kind=refund#[0-9a-f-]{36}$/);
  expect(take("shop", "asha")).toEqual(ROWS);
  expect(take("shop", "asha")).toBeNull();
  expect(stored.size).toBe(0);
});

test("payments of which refunds are requested are taken in the first account, whose addresses have no prefix", () => {
  const requests: Handed = { to: "requests", payments: [{ reference: "ORD-1", transactionId: "TXN1" }] };
  handOver({ slug: null, personId: "asha" }, requests);
  expect(address).toMatch(/^\/payments\/find#/);
  expect(take(null, "asha")).toEqual(requests);
});

test.each([
  ["another account", "mall", "asha"],
  ["the first account", null, "asha"],
  ["another person", "shop", "farah"],
] as const)("%s takes nothing, and what was handed over is discarded", (_who, slug, personId) => {
  handOver(SHOP, ROWS);
  expect(take(slug, personId)).toBeNull();
  expect(stored.size).toBe(0);
  expect(take("shop", "asha")).toBeNull();
});

test("a page that was opened by itself takes nothing, and what was handed over is discarded", () => {
  handOver(SHOP, ROWS);
  address = "/a/shop/bulk/new?kind=refund";
  expect(take("shop", "asha")).toBeNull();
  expect(stored.size).toBe(0);
});

test.each([
  ["{", "no JSON"],
  ["null", "nothing"],
  ['{"owner":"shop.asha","id":"1"}', "nothing handed over"],
  ['{"owner":"shop.asha","id":"1","handed":{"to":"bulk","kind":"refund"}}', "no rows"],
  ['{"owner":"shop.asha","id":"1","handed":{"to":"requests","payments":[{"reference":"A"}]}}', "no id"],
  ['{"owner":"shop.asha","id":"1","handed":{"to":"keys","kind":"","rows":""}}', "an unknown page"],
])("what another version stored is discarded: %s (%s)", (text) => {
  stored.set("paydeck.handed", text);
  address = "/a/shop/bulk/new?kind=refund#1";
  expect(take("shop", "asha")).toBeNull();
  expect(stored.size).toBe(0);
});

test("without storage the page is opened, and has nothing", () => {
  vi.stubGlobal("sessionStorage", undefined);
  handOver(SHOP, ROWS);
  expect(address).toMatch(/^\/a\/shop\/bulk\/new/);
  expect(take("shop", "asha")).toBeNull();
});
