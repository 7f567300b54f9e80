import { expect, it } from "vitest";
import { canonicalEmail } from "./canonical-email";

it.each([
  ["Asha+1@Example.com ", "asha+1@example.com"],
  ["o'neil@mail.example.co.in", "o'neil@mail.example.co.in"],
  ["buyer@bücher.example", "buyer@xn--bcher-kva.example"],
  // Composed and decomposed, in capitals, full width, with an ideographic full stop, and in its ASCII form.
  ["buyer@bu\u0308cher.example", "buyer@xn--bcher-kva.example"],
  ["buyer@BÜCHER.example", "buyer@xn--bcher-kva.example"],
  ["buyer@ｂücher。example", "buyer@xn--bcher-kva.example"],
  ["buyer@XN--BCHER-KVA.example", "buyer@xn--bcher-kva.example"],
  ["info@डाटामेल.भारत", "info@xn--c2bd4bq1db8d.xn--h2brj9c"],
])("%j has one spelling", (text, address) => {
  expect(canonicalEmail(text)).toBe(address);
});

it("a domain that looks like another one is another one", () => {
  expect(canonicalEmail("asha@ex\u0430mple.com")).toBe("asha@xn--exmple-4nf.com");
});

it.each([
  ["the Kelvin sign, a k in lower case", "\u212aim@example.com"],
  ["a Cyrillic letter", "\u0430sha@example.com"],
  ["a long s", "a\u017fha@example.com"],
  ["full width", "ａsha@example.com"],
  ["an invisible character", "as\u200bha@example.com"],
  ["a local part in another script", "अजय@example.com"],
  ["no domain", "asha@"],
  ["no address", "asha"],
  ["two signs", "a@b@example.com"],
  ["a domain that is none", "asha@xn--a.example"],
  ["a domain in the encoding of the web", "asha@ex%61mple.com"],
  ["a path", "asha@example.com/x"],
  ["an address of a host", "asha@[127.0.0.1]"],
  ["too long", `asha@${"a".repeat(60)}.${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(63)}.example.com`],
])("%s is refused", (_name, text) => {
  expect(canonicalEmail(text)).toBeNull();
});
