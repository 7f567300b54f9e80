import { expect, it } from "vitest";
import {
  defaultLayout,
  LIST_NAMES,
  MAX_COLUMN_WIDTH,
  MIN_COLUMN_WIDTH,
  readAddressColumns,
  readLayout,
  withWidth,
  writeAddressColumns,
} from "./list-columns";

const ids = (layout: ReturnType<typeof readLayout>): string[] => (layout ?? []).map(({ id }) => id);

it("drops unknown and repeated columns, and adds those that are always shown", () => {
  const value = [{ id: "status" }, { id: "toString" }, { id: "status" }, { id: "evil" }, null, 3, { id: 4 }];
  expect(ids(readLayout("payments", value))).toEqual(["reference", "status", "amount"]);
});

it("keeps the first column first, whatever the order", () => {
  expect(ids(readAddressColumns("payments", "amount,udf1,reference"))).toEqual([
    "reference",
    "amount",
    "udf1",
  ]);
  expect(ids(readAddressColumns("refunds", "amount,payment,refund"))).toEqual([
    "refund",
    "amount",
    "payment",
  ]);
});

it.each([[null], ["columns"], [{}], [[]], [[{ id: "evil" }]]])("is none for %j", (value) => {
  expect(readLayout("payments", value)).toBeNull();
});

it.each([
  [1, MIN_COLUMN_WIDTH],
  [10_000, MAX_COLUMN_WIDTH],
  [200.4, 200],
  [Number.NaN, null],
  ["200", null],
])("a width of %j becomes %j", (width, expected) => {
  expect(readLayout("payments", [{ id: "status", width }])?.find(({ id }) => id === "status")).toEqual({
    id: "status",
    width: expected,
  });
});

it("an address carries widths, within their limits", () => {
  const layout = readAddressColumns("payments", "reference,status:9999,created:abc,amount:150");
  expect(layout).toEqual([
    { id: "reference", width: null },
    { id: "status", width: MAX_COLUMN_WIDTH },
    { id: "created", width: null },
    { id: "amount", width: 150 },
  ]);
  expect(readAddressColumns("payments", writeAddressColumns(layout ?? []))).toEqual(layout);
});

it.each(LIST_NAMES)("the default of %s survives an address", (list) => {
  const layout = defaultLayout(list);
  expect(readAddressColumns(list, writeAddressColumns(layout))).toEqual(layout);
});

it("a resized column of the default layout makes it one's own", () => {
  expect(withWidth("refunds", null, "by", 210)).toEqual(
    defaultLayout("refunds").map((column) => (column.id === "by" ? { id: "by", width: 210 } : column)),
  );
});
