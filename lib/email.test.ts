import { expect, it } from "vitest";
import { EMAIL } from "./email";

it.each([
  "asha+1@example.com",
  "o'neil@mail.example.co.in",
  "müller@example.com",
  "buyer@bücher.example",
  "δοκιμή@παράδειγμα.δοκιμή",
  "अजय@डाटा.भारत",
  "संपर्क@डाटामेल.भारत",
  "用户@例子.广告",
  "a@xn--e1afmkfd.xn--p1ai",
])("%s is an e-mail address", (text) => {
  expect(EMAIL.test(text)).toBe(true);
});

it.each([
  "",
  "a",
  "a@b",
  "@example.com",
  "a@",
  "a@@example.com",
  "a b@example.com",
  ".a@example.com",
  "a..b@example.com",
  "a@example..com",
  "a@-example.com",
  "a@example.c",
  "a@exa mple.com",
  "a@example.com\n",
  "a@example.com,b@example.com",
  "ü",
  "ü@ü",
  "a@example.\u0000com",
  "<a@example.com>",
])("%j is none", (text) => {
  expect(EMAIL.test(text)).toBe(false);
});
