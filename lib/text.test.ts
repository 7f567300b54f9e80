import { expect, test } from "vitest";
import { codePointLength, isAcceptedText, isBlank, isStorableText } from "./text";

test("length counts code points: an emoji is one (decision 0024)", () => {
  expect(codePointLength("🙂".repeat(255))).toBe(255);
  expect(codePointLength("e\u0301")).toBe(2);
});

test("NUL and lone surrogates cannot be stored; pairs and everything else can (decision 0026)", () => {
  for (const text of ["a\0", "\ud800", "\udc00", "\udc00\ud800", "a\ud83d"])
    expect(isStorableText(text)).toBe(false);
  for (const text of ["", "🙂", "\u0001", "\ufffd", "عربي"]) expect(isStorableText(text)).toBe(true);
});

test("a new text holds no noncharacter; one that is stored with it can still be looked up", () => {
  for (const text of ["a\ufffe", "\uffff", "\ufdd0", "\u{1fffe}", "\0", "\ud800"]) {
    expect(isAcceptedText(text)).toBe(false);
  }
  for (const text of ["a\ufffe", "\uffff"]) expect(isStorableText(text)).toBe(true);
  for (const text of ["", "🙂", "\ufffd", "\u0001", "عربي"]) expect(isAcceptedText(text)).toBe(true);
});

test("blank is what is empty after trimming", () => {
  for (const text of ["", " ", "\t\n", "\u00a0", "\u3000"]) expect(isBlank(text)).toBe(true);
  expect(isBlank(" x ")).toBe(false);
});
