import { expect, it } from "vitest";
import { filterOf, isFiltered, queryOf, shownFilter } from "./delivery-filter";

it("the address of a filter and what the service receives say the same; times are UTC", () => {
  const shown = shownFilter({
    status: "FAILED",
    event: "payment.succeeded",
    reference: "ORD-1",
    from: "2026-11-21T09:30",
    until: "",
  });
  expect(filterOf(shown)).toEqual({
    status: "FAILED",
    event: "payment.succeeded",
    merchant_transaction_id: "ORD-1",
    from: "2026-11-21T09:30:00.000Z",
    until: null,
    cursor: null,
  });
  expect(shownFilter(queryOf(shown))).toEqual(shown);
});

it("what no filter knows in an address is ignored", () => {
  const shown = shownFilter({ status: "LOST", event: ["a", "b"], from: "yesterday", other: "x" });
  expect(filterOf(shown)).toEqual({
    status: null,
    event: null,
    merchant_transaction_id: null,
    from: null,
    until: null,
    cursor: null,
  });
  expect(shown).toEqual({
    status: "",
    event: "",
    reference: "",
    from: "",
    until: "",
    queued: "",
    cursor: "",
  });
  expect(isFiltered(shown)).toBe(false);
  expect(isFiltered(shownFilter({ cursor: "x" }))).toBe(false);
});

it.each([
  ["WAITING", { status: "WAITING", retrying: false }],
  ["RETRYING", { status: "WAITING", retrying: true }],
  ["DELIVERED", { status: "DELIVERED" }],
])("the state %s is the service's filter %j", (status, expected) => {
  const { status: sent, retrying } = filterOf(shownFilter({ status }));
  expect({ status: sent, ...(retrying !== undefined && { retrying }) }).toEqual(expected);
});

it("the queue of a paused endpoint is a filter, and no other value of it is", () => {
  expect(filterOf(shownFilter({ queued: "only" }))).toMatchObject({ queued: true });
  expect(filterOf(shownFilter({ queued: "all" }))).not.toHaveProperty("queued");
  expect(isFiltered(shownFilter({ queued: "only" }))).toBe(true);
});
