import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mayBeContact, searchTermsOf } from "./search-terms";

const kindsOf = (text: string) => searchTermsOf(text).map(({ kind }) => kind);

describe("what a text in the search field may be, the most exact first", () => {
  it.each([
    ["TXN202611211763700000000", ["transaction_id", "reference"]],
    [" txn202611211763700000000 ", ["transaction_id", "reference"]],
    ["rfd202611211763700000000", ["refund_id", "reference"]],
    ["Asha+1@example.com", ["email", "reference"]],
    ["ORD-1042", ["reference", "gateway_id", "prefix"]],
    ["pi_3NxYz", ["reference", "gateway_id", "prefix"]],
    ["order no 7", ["reference", "prefix"]],
    ["1499", ["reference", "gateway_id", "amount", "prefix"]],
    ["₹1,49,900.00", ["reference", "amount", "prefix"]],
    ["9876543210", ["reference", "gateway_id", "phone", "amount", "prefix"]],
    ["+91 98765 43210", ["reference", "phone", "prefix"]],
    ["1,50", ["reference", "prefix"]],
    ["0.00", ["reference", "gateway_id", "prefix"]],
    ["a|b", []],
    ["", []],
    ["  ", []],
    ["a\0b", []],
    ["x".repeat(256), []],
  ])("%j: %j", (text, kinds) => {
    expect(kindsOf(text)).toEqual(kinds);
  });

  it("keeps the reference as typed, and trims what begins with it", () => {
    expect(searchTermsOf(" ord-1 ")).toEqual([
      { kind: "reference", reference: " ord-1 " },
      { kind: "gateway_id", id: "ord-1" },
      { kind: "prefix", prefix: "ord-1" },
    ]);
  });

  it.each([
    ["98765 43210", ["98765 43210", "9876543210", "+919876543210", "919876543210"]],
    ["+91-98765-43210", ["+91-98765-43210", "+919876543210", "919876543210", "9876543210"]],
    ["+65 9123 4567", ["+65 9123 4567", "+6591234567", "6591234567"]],
  ])("a phone number in the ways it may be written: %s", (text, writings) => {
    expect(searchTermsOf(text)).toContainEqual({ kind: "phone", writings });
  });

  it("reads an amount exactly", () => {
    expect(searchTermsOf("Rs. 1,49,900.5")).toContainEqual({ kind: "amount", amount: "149900.50" });
  });
});

it("treats every address and every number that can be called as a contact", () => {
  const phone = fc.stringMatching(/^[0-9]{8,15}$/);
  fc.assert(fc.property(fc.oneof(fc.emailAddress(), phone), (text) => mayBeContact(searchTermsOf(text))));
  for (const text of ["ORD-1042", "1499", "₹1,49,900.00", "TXN202611211763700000000"])
    expect(mayBeContact(searchTermsOf(text))).toBe(false);
});
