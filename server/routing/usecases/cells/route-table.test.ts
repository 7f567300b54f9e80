import { expect, test } from "vitest";
import type { MerchantRoute } from "../../store/cells/routes";
import { routeTable } from "./route-table";

const route = (merchantId: number, fields: Partial<MerchantRoute> = {}): MerchantRoute => ({
  merchantId,
  keys: [`key_${String(merchantId)}`],
  tag: null,
  hasMoved: false,
  ...fields,
});

test("a key, an id and a tag lead to the cell of their merchant", () => {
  const table = routeTable([
    { name: "a", routes: [route(1), route(2, { keys: ["K2", "K3"], tag: "Tag2" })] },
    { name: "b", routes: [route(1_000_001)] },
  ]);
  expect(table.cells).toEqual(["a", "b"]);
  expect(Object.fromEntries(table.keys)).toEqual({ key_1: "a", k2: "a", k3: "a", key_1000001: "b" });
  expect(Object.fromEntries(table.merchants)).toEqual({ "1": "a", "2": "a", "1000001": "b" });
  expect(Object.fromEntries(table.tags)).toEqual({ tag2: "a" });
});

test("a merchant that has moved leads to its new cell, whichever cell is read first", () => {
  const old = { name: "a", routes: [route(1, { hasMoved: true })] };
  const fresh = { name: "b", routes: [route(1)] };
  for (const cells of [
    [old, fresh],
    [fresh, old],
  ])
    expect(routeTable(cells).keys.get("key_1")).toBe("b");
});

test("one that its old cell has given up and no cell has yet stays with the old one", () => {
  const table = routeTable([
    { name: "b", routes: [] },
    { name: "a", routes: [route(1, { hasMoved: true })] },
  ]);
  expect([table.keys.get("key_1"), table.merchants.get("1")]).toEqual(["a", "a"]);
});

test.each([
  ["one merchant", [route(1)], [route(1, { keys: ["other"] })], /have a merchant 1/],
  ["one key", [route(1, { keys: ["same"] })], [route(2, { keys: ["SAME"] })], /both have the key SAME/],
])("a table is not written while two cells have %s", (_what, a, b, message) => {
  expect(() =>
    routeTable([
      { name: "a", routes: a },
      { name: "b", routes: b },
    ]),
  ).toThrow(message);
});

test("two databases of one name are refused", () => {
  expect(() =>
    routeTable([
      { name: "a", routes: [] },
      { name: "a", routes: [] },
    ]),
  ).toThrow(/named a/);
});
