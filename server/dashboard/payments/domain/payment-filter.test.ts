import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PAYMENT_OPERATIONS } from "@/lib/contract/ops/payments";
import { NO_FILTER, ownKindsOf, readPaymentFilter, searchFields, writePaymentFilter } from "./payment-filter";

const ZONE = "Asia/Kolkata";
const NOW = new Date("2026-11-21T09:00:00.000Z");
const request = PAYMENT_OPERATIONS["payments.search"].request;

const faultsOf = (query: Record<string, string | string[]>): [string, string][] =>
  readPaymentFilter(query, ZONE).faults.map(({ field, fault }) => [field, fault]);

describe("reading a filter", () => {
  it("finds none in an empty address, and none in a form that was left empty", () => {
    expect(readPaymentFilter({}, ZONE)).toEqual({ filter: NO_FILTER, faults: [] });
    const empty = {
      status: [],
      from: "",
      until: "",
      min: "",
      max: "",
      method: "",
      scheme: "",
      bank: "",
      currency: "",
      gateway: "",
      prefix: "",
      udf1: "",
    };
    expect(readPaymentFilter(empty, ZONE)).toEqual({ filter: NO_FILTER, faults: [] });
  });

  it("makes exact instants of the times on the person's wall", () => {
    const { filter } = readPaymentFilter({ from: "2026-11-21T00:00", until: "2026-11-21T12:30" }, ZONE);
    expect(filter).toMatchObject({ from: "2026-11-20T18:30:00.000Z", until: "2026-11-21T07:00:00.000Z" });
  });

  it("takes an instant as it is, whatever the zone", () => {
    const { filter } = readPaymentFilter({ from: "2026-11-21T00:00:00+02:00" }, ZONE);
    expect(filter.from).toBe("2026-11-20T22:00:00.000Z");
  });

  it("tells each value that it cannot read by its field, and leaves it out", () => {
    expect(faultsOf({ status: ["SUCCESS", "PENDING"] })).toEqual([["status", "not_offered"]]);
    expect(faultsOf({ from: "yesterday" })).toEqual([["from", "not_a_time"]]);
    expect(faultsOf({ from: "2026-11-21T10:00", until: "2026-11-21T10:00" })).toEqual([
      ["until", "not_after_from"],
    ]);
    expect(faultsOf({ min: "1e3" })).toEqual([["min", "not_an_amount"]]);
    expect(faultsOf({ min: "10", max: "9.99" })).toEqual([["max", "less_than_min"]]);
    expect(faultsOf({ method: "CASH" })).toEqual([["method", "not_offered"]]);
    expect(faultsOf({ scheme: "VIZA" })).toEqual([["scheme", "not_offered"]]);
    expect(faultsOf({ bank: "x".repeat(256) })).toEqual([["bank", "too_long"]]);
    expect(faultsOf({ currency: "rupees" })).toEqual([["currency", "not_offered"]]);
    expect(faultsOf({ prefix: "x".repeat(256) })).toEqual([["prefix", "too_long"]]);
    expect(faultsOf({ udf1: "a\0b" })).toEqual([["udf1", "not_a_text"]]);
    expect(faultsOf({ gateway: "   " })).toEqual([["gateway", "not_a_text"]]);
    expect(faultsOf({ customer: "someone@example.com" })).toEqual([["customer", "not_offered"]]);
    expect(faultsOf({ range: "forever" })).toEqual([["range", "not_offered"]]);
  });

  it("never throws, and what it lets through is a search that the service takes", () => {
    const value = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(
        "SUCCESS",
        "STUCK",
        "WAITING",
        "REFUNDED",
        "7d",
        "10.5",
        "2026-11-21T10:00",
        "VISA",
        "usd",
        "Straße",
      ),
    );
    const query = fc.dictionary(fc.constantFrom(...Object.keys(NO_FILTER)), fc.oneof(value, fc.array(value)));
    fc.assert(
      fc.property(query, (anything) => {
        const { filter, faults } = readPaymentFilter(anything, ZONE);
        if (faults.length > 0) return;
        expect(
          request.safeParse(searchFields(filter, { now: NOW, zone: ZONE, contact: null })).error,
        ).toBeUndefined();
        expect(readPaymentFilter(writePaymentFilter(filter), "UTC")).toEqual({ filter, faults: [] });
      }),
    );
  });
});

it("finds a bank and a currency in any case", () => {
  const { filter } = readPaymentFilter({ scheme: "VISA", bank: "Hdfc", currency: "usd" }, ZONE);
  expect(writePaymentFilter(filter)).toEqual({ scheme: "VISA", bank: "HDFC", currency: "USD" });
  expect(searchFields(filter, { now: NOW, zone: ZONE, contact: null })).toEqual({
    card_scheme: "VISA",
    issuing_bank: "HDFC",
    currency: "USD",
  });
});

it("of decline reasons one is wanted, or all that count against the gateway, or all that do not", () => {
  const searched = (decline: string) => {
    const { filter, faults } = readPaymentFilter({ decline }, ZONE);
    expect(faults).toEqual([]);
    return request.parse(searchFields(filter, { now: NOW, zone: ZONE, contact: null }));
  };
  expect(searched("expired_card")).toEqual({ decline_reason: ["expired_card"], limit: 50 });
  expect(searched("against_gateway")).toEqual({ avoidability: ["mendable", "unknown"], limit: 50 });
  expect(searched("unavoidable")).toEqual({ avoidability: ["unavoidable"], limit: 50 });
  expect(faultsOf({ decline: "bad_luck" })).toEqual([["decline", "not_offered"]]);
});

it("an address says what is set and nothing else", () => {
  const { filter } = readPaymentFilter(
    { status: ["DROP", "FAILURE"], min: "5", udf1: "", range: "7d" },
    ZONE,
  );
  expect(writePaymentFilter(filter)).toEqual({ status: ["FAILURE", "DROP"], min: "5.00", range: "7d" });
});

it("a moving span begins at the person's midnight", () => {
  const of = (range: string): unknown =>
    searchFields(readPaymentFilter({ range }, ZONE).filter, { now: NOW, zone: ZONE, contact: null });
  expect(of("today")).toEqual({ created_from: "2026-11-20T18:30:00.000Z" });
  expect(of("yesterday")).toEqual({
    created_from: "2026-11-19T18:30:00.000Z",
    created_until: "2026-11-20T18:30:00.000Z",
  });
  expect(of("7d")).toEqual({ created_from: "2026-11-14T18:30:00.000Z" });
});

const HALF_AN_HOUR_AGO = "2026-11-21T08:30:00.000Z";
const OWN = { unknown: ["TXN1"], manual: ["TXN2"] };

it.each<[string, string[], object]>([
  ["a status of the specification", ["SUCCESS"], { status: ["SUCCESS"] }],
  ["waiting", ["WAITING"], { status: ["INITIATED"], created_from: HALF_AN_HOUR_AGO }],
  ["stuck", ["STUCK"], { status: ["INITIATED"], created_until: HALF_AN_HOUR_AGO }],
  ["stuck, and others", ["STUCK", "FAILURE"], { status: ["INITIATED", "FAILURE"] }],
  ["paid", ["PAID"], { status: ["SUCCESS"], money_state: ["paid"] }],
  [
    "refunded: also what manual refunds returned",
    ["REFUNDED", "DROP"],
    { status: ["SUCCESS", "DROP"], money_state: ["refunded"], or_transaction_ids: ["TXN2"] },
  ],
  [
    "of unknown outcome: only what this dashboard knows",
    ["OUTCOME_UNKNOWN"],
    { status: ["SUCCESS"], transaction_ids: ["TXN1"] },
  ],
])("searches for payments that are %s", (_, status, fields) => {
  const { filter, faults } = readPaymentFilter({ status }, ZONE);
  expect(faults).toEqual([]);
  const kinds = ownKindsOf(filter.status);
  const own = {
    unknown: kinds.includes("unknown") ? OWN.unknown : [],
    manual: kinds.includes("manual") ? OWN.manual : [],
  };
  expect(searchFields(filter, { now: NOW, zone: ZONE, contact: null, own })).toEqual(fields);
});

it("asks for no empty time when stuck or waiting payments are wanted of a short period", () => {
  const of = (status: string, from: string, until: string): unknown =>
    searchFields(readPaymentFilter({ status, from, until }, ZONE).filter, {
      now: NOW,
      zone: ZONE,
      contact: null,
    });
  const times = ["2026-11-21T08:00:00.000Z", "2026-11-21T08:10:00.000Z", "2026-11-21T08:40:00.000Z"] as const;
  const fields = (from: string, until: string): object => ({
    status: ["INITIATED"],
    created_from: from,
    created_until: until,
  });
  expect(of("WAITING", times[0], times[1])).toEqual(fields(times[0], times[1]));
  expect(of("WAITING", times[0], times[2])).toEqual(fields(HALF_AN_HOUR_AGO, times[2]));
  expect(of("STUCK", times[0], times[2])).toEqual(fields(times[0], HALF_AN_HOUR_AGO));
  expect(of("STUCK", times[2], "2026-11-21T08:50:00.000Z")).toEqual(
    fields(times[2], "2026-11-21T08:50:00.000Z"),
  );
});

it("an address has the specification's name for all that a status is divided into", () => {
  const written = (...status: string[]): unknown =>
    writePaymentFilter(readPaymentFilter({ status }, ZONE).filter)["status"];
  expect(written("SUCCESS", "STUCK")).toEqual(["STUCK", "SUCCESS"]);
  expect(written("WAITING", "STUCK", "DROP")).toEqual(["INITIATED", "DROP"]);
  expect(written("REFUNDED", "PAID")).toEqual(["PAID", "REFUNDED"]);
});

it("a saved view of payments that were initiated over half an hour ago is one of stuck ones", () => {
  const { filter, faults } = readPaymentFilter({ status: "INITIATED", range: "open_30min" }, ZONE);
  expect([writePaymentFilter(filter), faults]).toEqual([{ status: ["STUCK"] }, []]);
});

it("a customer's contact goes to the service and is in no address", () => {
  const { filter } = readPaymentFilter({ customer: "3f0c8f2e-5f5e-4a55-9d0a-0a2d7f3f6a11" }, ZONE);
  const contact = { field: "email", value: "someone@example.com" } as const;
  expect(searchFields(filter, { now: NOW, zone: ZONE, contact })).toEqual({
    customer_email: "someone@example.com",
  });
  expect(JSON.stringify(writePaymentFilter(filter))).not.toContain("someone");
});
