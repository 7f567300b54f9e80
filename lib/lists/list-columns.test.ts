import { expect, it } from "vitest";
import {
  defaultLayout,
  LIST_NAMES,
  readAddressColumns,
  readLayout,
  writeAddressColumns,
} from "./list-columns";

it("drops unknown and repeated columns, adds those that are always shown, and keeps the list's order", () => {
  const value = ["udf1", "customer", "toString", "customer", "evil", null, 3, { id: 4 }];
  expect(readLayout("payments", value)).toEqual(["amount", "status", "reference", "customer", "udf1"]);
  expect(readAddressColumns("refunds", "payment,refund")).toEqual(["amount", "status", "refund", "payment"]);
});

it.each([[null], ["columns"], [{}], [[]], [["evil"]], [[{ id: "evil" }]]])("is none for %j", (value) => {
  expect(readLayout("payments", value)).toBeNull();
});

it.each(LIST_NAMES)("the default of %s survives an address", (list) => {
  const layout = defaultLayout(list);
  expect(readAddressColumns(list, writeAddressColumns(layout))).toEqual(layout);
});
