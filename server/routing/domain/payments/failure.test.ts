import fc from "fast-check";
import { expect, test } from "vitest";
import { cleanFailure } from "./failure";

test("the gateway's code and message are stored as given when they are plain", () => {
  const given = { code: "insufficient_funds", message: "Your card has insufficient funds." };
  expect(cleanFailure(given)).toEqual(given);
});

test.each([
  ["Card 4242 4242 4242 4242 declined", "Card ••• declined"],
  ["Card 4242424242424242 declined", "Card ••• declined"],
  ["Call 98765-43210", "Call •••"],
  ["Card 4242  4242\u00a04242\u200b\u200b4242 declined", "Card ••• declined"],
  ["Card 4242.4242.4242.4242 declined", "Card ••• declined"],
  ["Card 4242\u20134242\u20134242\u20134242 declined", "Card ••• declined"],
  ["Call +91 (98765) 43210", "Call +•••"],
  ["Call ९८७६५ ४३२१०", "Call •••"],
  ["ravi@example.com and ravi@okbank were refused", "••• and ••• were refused"],
  ["line one\u0000\r\n\u202eline two", "line one line two"],
  ["Error 51, attempt 12345678", "Error 51, attempt 12345678"],
])("%s becomes %s", (message, cleaned) => {
  expect(cleanFailure({ code: null, message })).toEqual({ code: null, message: cleaned });
});

test("a reason without any text is none", () => {
  expect(cleanFailure({ code: null, message: null })).toBeNull();
  expect(cleanFailure({ code: " ", message: "\u0007" })).toBeNull();
});

test("whatever a gateway sends is bounded, printable and without a long number", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 2_000 }), (message) => {
      const text = cleanFailure({ code: message, message });
      expect([...(text?.code ?? "")].length).toBeLessThanOrEqual(64);
      expect([...(text?.message ?? "")].length).toBeLessThanOrEqual(300);
      expect(text?.message ?? "").not.toMatch(/[\p{C}]|\d{9}/u);
    }),
  );
});
